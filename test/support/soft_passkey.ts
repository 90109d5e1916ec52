// An authenticator in software: makes a passkey (ES256) and signs with it, as a browser would hand it on.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const url = (bytes: Buffer) => bytes.toString('base64url');

/** CBOR of what an attestation holds: small integers, byte strings, texts, lists of them and maps. */
function cbor(value: number | string | Buffer | Buffer[] | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** Vouches for a new passkey: the attestation's format, and its statement. */
export type Attest = (made: { signed: Buffer; keys: KeyPair }) => [string, Map<string, unknown>];
type KeyPair = Record<'publicKey' | 'privateKey', KeyObject>;

/** What a browser on `origin` does with the options of the service. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  counter = 0;
  /** Whether the person shows the authenticator that it is them. */
  isVerified = true;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer to options for a new passkey; `attest` vouches for it where one is given. */
  create(options: { challenge: string }, attest: Attest = () => ['none', new Map()]): object {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const size = Buffer.alloc(2);
    size.writeUInt16BE(this.id.length);
    const data = Buffer.concat([this.#head(0x40), Buffer.alloc(16), size, this.id, cose]);
    const client = this.#client('webauthn.create', options.challenge);
    const [format, proof] = attest({ signed: Buffer.concat([data, sha256(client)]), keys: this.#keys });
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', proof],
      ['authData', data],
    ]);
    return this.#answer({
      clientDataJSON: url(client),
      attestationObject: url(cbor(attestation)),
    });
  }

  /** The answer to options for signing in. */
  sign(options: { challenge: string }): object {
    this.counter++;
    const client = this.#client('webauthn.get', options.challenge);
    const data = this.#head(0);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: url(client),
      authenticatorData: url(data),
      signature: url(signature),
    });
  }

  #answer(response: object): object {
    return {
      id: url(this.id),
      rawId: url(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    };
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #head(more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = 0x01 | (this.isVerified ? 0x04 : 0) | more;
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([flags]), counter]);
  }
}
