// TLS towards the core, configured by the same variables for everybody who calls it.
import { type LoadedTls, loadTls } from './tls_files.ts';

/** The CA that is trusted, and the certificate that is shown if the core asks for one; cleartext when absent. */
export const loadCallerTls = (environment: NodeJS.ProcessEnv, errors: string[]): LoadedTls | undefined =>
  loadTls(
    environment,
    {
      cert: 'TEXTRELAY_CORE_TLS_CLIENT_CERT',
      key: 'TEXTRELAY_CORE_TLS_CLIENT_KEY',
      ca: 'TEXTRELAY_CORE_TLS_CA',
    },
    'ca',
    errors,
  );
