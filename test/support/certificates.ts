// Real certificates, made when a test asks for them: an authority of its own, and whatever it is to sign.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate and its key, as PEM. */
export interface Pem {
  cert: string;
  key: string;
}

export interface Wish {
  /** DNS names and IP addresses; 127.0.0.1 and localhost when left out. */
  names?: readonly string[];
  notBefore?: Date;
  notAfter?: Date;
}

export interface Authority {
  cert: string;
  issue(wish?: Wish): Promise<Pem>;
}

const dayMs = 86_400_000;
/** Certificates of this long ago and until then hold, whatever the machine's clock does meanwhile. */
const around = { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + 30 * dayMs) };
/** The validity of one that is over. */
export const expired = {
  notBefore: new Date(Date.now() - 30 * dayMs),
  notAfter: new Date(Date.now() - dayMs),
};
const kind = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

/** Makes an authority that nobody but the test trusts. */
export async function createAuthority(name = 'Authority of a test'): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: name }], {
    ...kind,
    notBeforeDate: new Date(Date.now() - 60 * dayMs),
    notAfterDate: around.notAfter,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    cert: own.cert,
    async issue({ names = ['127.0.0.1', 'localhost'], notBefore, notAfter } = {}) {
      const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
        ...kind,
        ca: { key: own.private, cert: own.cert },
        notBeforeDate: notBefore ?? around.notBefore,
        notAfterDate: notAfter ?? around.notAfter,
        extensions: [
          { name: 'basicConstraints', cA: false, critical: true },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          {
            name: 'subjectAltName',
            altNames: names.map((value) =>
              /^[\d.]+$|:/.test(value) ? { type: 7, ip: value } : { type: 2, value },
            ),
          },
        ],
      });
      return { cert: made.cert, key: made.private };
    },
  };
}

/** Writes texts as files in a directory of their own; returns their paths. */
export function writeTexts<Name extends string>(texts: Record<Name, string>): Record<Name, string> {
  const directory = mkdtempSync(join(tmpdir(), 'textrelay-tls-'));
  return Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => {
      const path = join(directory, `${name}.pem`);
      writeFileSync(path, text, { mode: 0o600 });
      return [name, path];
    }),
  ) as Record<Name, string>;
}
