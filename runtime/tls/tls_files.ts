// Certificates as files: read, proved to belong together, and read again when they change, so that a renewed
// certificate needs neither a restart nor a dropped connection. A key's bytes are never logged.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type TlsOptions } from 'node:tls';
import type { CancelTimer, Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';

/** One file, and the variable that names it. */
interface NamedFile {
  variable: string;
  path: string;
}

/** The files of one side of TLS. Each may be absent, cert and key only together. */
type TlsPart = 'cert' | 'key' | 'ca';
type TlsFiles = Partial<Record<TlsPart, NamedFile>>;
/** The same as PEM texts, in the names that node:tls gives them. */
export type TlsTexts = Partial<Record<TlsPart, string>>;

export interface LoadedTls {
  files: TlsFiles;
  texts: TlsTexts;
}

/** The oldest version of TLS that is accepted. */
export const minVersion = 'TLSv1.2';
/** A handshake that takes longer is ended; Node would wait for two minutes. */
const handshakeTimeoutMs = 10_000;
const pollPeriodMs = 10_000;
/** Stands for files that could not be read, among those that were refused. */
const unreadable = 'unreadable';

const certificatesIn = (pem: string): string[] =>
  pem.match(/^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*?$/gm) ?? [];

const succeeds = (attempt: () => unknown): boolean => {
  try {
    return attempt() !== false;
  } catch {
    return false;
  }
};

/** The faults of the texts, a sentence each; none when a handshake can use them. */
function errorsOf(files: TlsFiles, texts: TlsTexts): string[] {
  const errors: string[] = [];
  for (const part of ['cert', 'ca'] as const) {
    const text = texts[part];
    if (text === undefined) continue;
    const found = certificatesIn(text);
    if (found.length === 0 || !found.every((pem) => succeeds(() => new X509Certificate(pem))))
      errors.push(`${files[part]?.variable} names a file that holds no PEM certificate`);
  }
  const { cert, key } = texts;
  if (key !== undefined && !succeeds(() => createPrivateKey(key)))
    errors.push(`${files.key?.variable} names a file that holds no PEM private key without a passphrase`);
  if (errors.length > 0 || cert === undefined || key === undefined) return errors;
  if (!succeeds(() => new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))))
    errors.push(`${files.key?.variable} is not the key of ${files.cert?.variable}`);
  else if (!succeeds(() => createSecureContext({ ...texts, minVersion })))
    errors.push(`${files.cert?.variable} cannot be used for TLS`);
  return errors;
}

/**
 * Reads the files that the variables name; `base` is the part without which the others mean nothing. Returns nothing
 * when no variable is set; puts every error into `errors`.
 */
export function loadTls(
  environment: NodeJS.ProcessEnv,
  variables: Partial<Record<TlsPart, string>>,
  base: TlsPart,
  errors: string[],
): LoadedTls | undefined {
  const files: TlsFiles = {};
  const texts: TlsTexts = {};
  for (const part of ['cert', 'key', 'ca'] as const) {
    const variable = variables[part];
    const path = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || !path) continue;
    files[part] = { variable, path };
    if (!succeeds(() => (texts[part] = readFileSync(path, 'utf8'))))
      errors.push(`${variable} names a file that cannot be read`);
  }
  const needs: [TlsPart, TlsPart][] = [
    ['cert', 'key'],
    ['key', 'cert'],
    base === 'ca' ? ['cert', 'ca'] : ['ca', base],
  ];
  for (const [part, needed] of needs)
    if (files[part] && !files[needed])
      errors.push(`${variables[needed]} is missing: ${variables[part]} needs it`);
  errors.push(...errorsOf(files, texts));
  return Object.keys(files).length === 0 ? undefined : { files, texts };
}

/** For a listener. With a CA, clients without a certificate of that CA are refused in the handshake. */
export function listenerOptions(texts: TlsTexts, timeoutMs = handshakeTimeoutMs): TlsOptions {
  const isMutual = texts.ca !== undefined;
  return {
    ...texts,
    minVersion,
    handshakeTimeout: timeoutMs,
    ...(isMutual && { requestCert: true, rejectUnauthorized: true }),
  };
}

/** When the certificate ends, for the log; absent when there is none. */
export const validTo = ({ cert }: TlsTexts): string | undefined =>
  cert === undefined ? undefined : new X509Certificate(cert).validTo;

/** The same in milliseconds since the Unix epoch; NaN when there is none. */
export const certificateEndMs = (texts: TlsTexts): number => Date.parse(validTo(texts) ?? '');

/**
 * Looks at the files every 10 seconds and passes on what has changed, once it is whole: it waits until the key of a new
 * certificate is written as well. Works for files that are replaced as well as for symlinks that are moved, and needs
 * no signal, which a supervised process could not be sent. Returns what ends it.
 */
export function watchTls(
  { files, texts }: LoadedTls,
  { clock, log }: { clock: Clock; log: Log },
  onChange: (texts: TlsTexts) => void,
): CancelTimer {
  let current = texts;
  let refused = '';

  const read = async (): Promise<TlsTexts> => {
    const entries = Object.entries(files) as [TlsPart, NamedFile][];
    return Object.fromEntries(
      await Promise.all(entries.map(async ([part, { path }]) => [part, await readFile(path, 'utf8')])),
    );
  };
  const look = async () => {
    const found = await read();
    const key = JSON.stringify(found);
    if (key === JSON.stringify(current) || key === refused) return;
    const errors = errorsOf(files, found);
    if (errors.length > 0) {
      refused = key;
      log.warn({ errors }, 'a changed certificate cannot be used; the one before stays');
      return;
    }
    current = found;
    refused = '';
    onChange(found);
    log.info({ validTo: validTo(found) }, 'a changed certificate is in use');
  };
  const looks = every({
    clock,
    periodMs: pollPeriodMs,
    work: look,
    onError() {
      if (refused !== unreadable)
        log.warn('the certificate files cannot be read; what was read before stays');
      refused = unreadable;
    },
  });
  return () => void looks.stop();
}
