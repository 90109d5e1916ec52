// An attestation that makes a library fetch what it names: an Android key under a root of the sender's own, whose
// certificate says where its list of revoked ones is.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Attest } from './soft_passkey.ts';

/** DER of one value. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex');
  const length = body.length < 128 ? Buffer.from([body.length]) : Buffer.concat([Buffer.from([0x82]), size]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const octets = (bytes: Buffer) => der(0x04, bytes);
const text = (tag: number, value: string) => der(tag, Buffer.from(value));

/** Object identifiers, encoded. */
const oids = {
  ecdsaWithSha256: der(0x06, Buffer.from('2a8648ce3d040302', 'hex')),
  commonName: der(0x06, Buffer.from('550403', 'hex')),
  listOfRevoked: der(0x06, Buffer.from('551d1f', 'hex')),
  androidKey: der(0x06, Buffer.from('2b06010401d679020111', 'hex')),
};

const named = (name: string) => sequence(der(0x31, sequence(oids.commonName, text(0x0c, name))));

function certificate(
  of: { name: string; key: KeyObject; serial: number },
  signer: KeyObject,
  more: Buffer[],
) {
  const algorithm = sequence(oids.ecdsaWithSha256);
  const body = sequence(
    der(0xa0, integer(2)),
    integer(of.serial),
    algorithm,
    named('root'),
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    named(of.name),
    of.key.export({ type: 'spki', format: 'der' }),
    ...(more.length > 0 ? [der(0xa3, sequence(...more))] : []),
  );
  return sequence(body, algorithm, der(0x03, Buffer.from([0]), sign('sha256', body, signer)));
}

/** Names `url` as the place of the list. */
export const attestWithList =
  (url: string): Attest =>
  ({ signed, keys }) => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const level = der(0x0a, Buffer.from([0]));
    const described = sequence(
      ...[integer(3), level, integer(3), level],
      octets(signed.subarray(-32)),
      octets(Buffer.alloc(0)),
      sequence(),
      sequence(),
    );
    const place = sequence(sequence(der(0xa0, der(0xa0, text(0x86, url)))));
    const leaf = certificate({ name: 'leaf', key: keys.publicKey, serial: 2 }, root.privateKey, [
      sequence(oids.androidKey, octets(described)),
      sequence(oids.listOfRevoked, octets(place)),
    ]);
    const own = certificate({ name: 'root', key: root.publicKey, serial: 1 }, root.privateKey, []);
    return [
      'android-key',
      new Map<string, unknown>([
        ['alg', -7],
        ['sig', sign('sha256', signed, keys.privateKey)],
        ['x5c', [leaf, own]],
      ]),
    ];
  };
