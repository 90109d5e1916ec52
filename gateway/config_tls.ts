// TLS of the public listener and towards the core, from environment variables. Every fault is reported, not just the
// first.
import { loadCallerTls } from '../runtime/caller_tls.ts';
import { type LoadedTls, loadTls } from '../runtime/tls_files.ts';

/** TLS towards the core: the CA that is trusted, and the certificate that is shown if the core asks for one. */
export interface CoreTls extends LoadedTls {
  /** The name or IP address that the core's certificate must be for. */
  name: string;
}

/** What the public listener speaks; cleartext when absent. */
export const readPublicTls = (environment: NodeJS.ProcessEnv, faults: string[]): LoadedTls | undefined =>
  loadTls(
    environment,
    { cert: 'TEXTRELAY_GATEWAY_TLS_CERT', key: 'TEXTRELAY_GATEWAY_TLS_KEY' },
    'cert',
    faults,
  );

/** How the core is called; cleartext when absent. */
export function readCoreTls(environment: NodeJS.ProcessEnv, faults: string[]): CoreTls | undefined {
  const loaded = loadCallerTls(environment, faults);
  if (!loaded) return undefined;
  const addresses = (environment.TEXTRELAY_CORE_ADDRESS || '127.0.0.1:4100').split(',');
  const given = environment.TEXTRELAY_CORE_TLS_NAME;
  if (!given && addresses.length > 1)
    faults.push('TEXTRELAY_CORE_TLS_NAME is missing: TEXTRELAY_CORE_TLS_CA with several addresses needs it');
  const host = addresses[0]?.trim().replace(/^\[?(.*?)\]?:\d*$/, '$1') ?? '';
  return { ...loaded, name: given || host };
}
