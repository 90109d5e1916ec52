// TLS of the public listener and towards the core, from environment variables. Every error is reported, not just the
// first.
import { loadCallerTls } from '../runtime/tls/caller_tls.ts';
import { type LoadedTls, loadTls } from '../runtime/tls/tls_files.ts';

/** The variables of TLS: of the public listener, and towards the core. */
export const tlsVariables = {
  TEXTRELAY_GATEWAY_TLS_CERT: { desc: "the REST interface's certificate, a PEM file [cleartext]" },
  TEXTRELAY_GATEWAY_TLS_KEY: { desc: 'its key [required with the certificate]' },
  TEXTRELAY_CORE_TLS_CA: { desc: 'the core is called by TLS, trusting this CA [cleartext]' },
  TEXTRELAY_CORE_TLS_CLIENT_CERT: { desc: 'the certificate that is shown to the core [none]' },
  TEXTRELAY_CORE_TLS_CLIENT_KEY: { desc: 'its key [required with the certificate]' },
  TEXTRELAY_CORE_TLS_NAME: {
    desc: "the name in the core's certificate; the gateway needs it with several addresses [host of TEXTRELAY_CORE_ADDRESS]",
  },
};

/** TLS towards the core: the CA that is trusted, and the certificate that is shown if the core asks for one. */
export interface CoreTls extends LoadedTls {
  /** The name or IP address that the core's certificate must be for. */
  name: string;
}

/** The TLS of the public listener; cleartext when absent. */
export const readPublicTls = (environment: NodeJS.ProcessEnv, errors: string[]): LoadedTls | undefined =>
  loadTls(
    environment,
    { cert: 'TEXTRELAY_GATEWAY_TLS_CERT', key: 'TEXTRELAY_GATEWAY_TLS_KEY' },
    'cert',
    errors,
  );

/** How the core is called; cleartext when absent. */
export function readCoreTls(environment: NodeJS.ProcessEnv, errors: string[]): CoreTls | undefined {
  const loaded = loadCallerTls(environment, errors);
  if (!loaded) return undefined;
  const addresses = (environment.TEXTRELAY_CORE_ADDRESS || '127.0.0.1:4100').split(',');
  const given = environment.TEXTRELAY_CORE_TLS_NAME;
  if (!given && addresses.length > 1)
    errors.push('TEXTRELAY_CORE_TLS_NAME is missing: TEXTRELAY_CORE_TLS_CA with several addresses needs it');
  const host = addresses[0]?.trim().replace(/^\[?(.*?)\]?:\d*$/, '$1') ?? '';
  return { ...loaded, name: given || host };
}
