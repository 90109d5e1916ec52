// TLS of the core's listeners and of those who call it, from environment variables. Every error is reported, not
// just the first.
import { loadCallerTls } from '../../runtime/tls/caller_tls.ts';
import { type LoadedTls, loadTls, type TlsTexts } from '../../runtime/tls/tls_files.ts';

/** The variables of TLS that the core, the one-command start and the operator's commands read. */
export const tlsVariables = {
  TEXTRELAY_CORE_TLS_CERT: { desc: "the RPC listener's certificate, a PEM file [cleartext]" },
  TEXTRELAY_CORE_TLS_KEY: { desc: 'its key [required with the certificate]' },
  TEXTRELAY_CORE_TLS_CLIENT_CA: {
    desc: 'a CA: clients without a certificate of it are refused in the handshake [none]',
  },
  TEXTRELAY_DEVICE_TLS_CERT: {
    desc: 'the certificate of device links and pairing, a PEM file; `admin` then prints https [cleartext]',
  },
  TEXTRELAY_DEVICE_TLS_KEY: { desc: 'its key [required with the certificate]' },
};

/** TLS of the core's listeners; cleartext where absent. */
export interface ListenerTls {
  rpc?: LoadedTls;
  device?: LoadedTls;
}

/** TLS towards the core. */
export interface CoreTls {
  /** The CA that is trusted, and the certificate that is shown if the core asks for one. */
  texts: TlsTexts;
  /** The name that the core's certificate must have; absent: the host that is called. */
  name?: string;
}

/** The TLS of the core's listeners. */
export function readListenerTls(environment: NodeJS.ProcessEnv, errors: string[]): ListenerTls {
  const rpc = loadTls(
    environment,
    { cert: 'TEXTRELAY_CORE_TLS_CERT', key: 'TEXTRELAY_CORE_TLS_KEY', ca: 'TEXTRELAY_CORE_TLS_CLIENT_CA' },
    'cert',
    errors,
  );
  const device = loadTls(
    environment,
    { cert: 'TEXTRELAY_DEVICE_TLS_CERT', key: 'TEXTRELAY_DEVICE_TLS_KEY' },
    'cert',
    errors,
  );
  return { ...(rpc && { rpc }), ...(device && { device }) };
}

/** How the core is called; cleartext when absent. */
export function readCoreTls(environment: NodeJS.ProcessEnv, errors: string[]): CoreTls | undefined {
  const loaded = loadCallerTls(environment, errors);
  const name = environment.TEXTRELAY_CORE_TLS_NAME;
  return loaded && { texts: loaded.texts, ...(name && { name }) };
}

/** The TLS of the processes, as far as the one-command start has to know it. */
export interface StandaloneTls {
  isGatewaySecure: boolean;
  isDeviceSecure: boolean;
  /** How the core is called; cleartext when absent. */
  core?: CoreTls;
}

/** Reads what the processes will read, so that its errors show before any of them is started. */
export function readStandaloneTls(environment: NodeJS.ProcessEnv, errors: string[]): StandaloneTls {
  const gateway = loadTls(
    environment,
    { cert: 'TEXTRELAY_GATEWAY_TLS_CERT', key: 'TEXTRELAY_GATEWAY_TLS_KEY' },
    'cert',
    errors,
  );
  const { rpc, device } = readListenerTls(environment, errors);
  const core = readCoreTls(environment, errors);
  if (rpc && !core)
    errors.push(
      'TEXTRELAY_CORE_TLS_CA is missing: TEXTRELAY_CORE_TLS_CERT needs it, so that callers trust the core',
    );
  if (core && !rpc) errors.push('TEXTRELAY_CORE_TLS_CERT is missing: TEXTRELAY_CORE_TLS_CA needs it');
  if (rpc?.files.ca && core && !core.texts.cert)
    errors.push('TEXTRELAY_CORE_TLS_CLIENT_CERT is missing: TEXTRELAY_CORE_TLS_CLIENT_CA needs it');
  return {
    isGatewaySecure: gateway !== undefined,
    isDeviceSecure: device !== undefined,
    ...(core && { core }),
  };
}
