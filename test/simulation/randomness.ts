// Draws everything random from the seed: the product's and its libraries' secrets, identifiers and jitter.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Seeded } from '../support/seeded.ts';

const { randomBytes, randomFillSync, randomInt, randomUUID } = crypto;
const { random } = Math;

/** Takes the place of what Node draws. Returns what puts it back. */
export function drawFrom(chance: Seeded): () => void {
  const fill = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = chance.below(256);
  };
  Math.random = () => chance.next();
  const draw = (size: number, done?: (error: null, bytes: Buffer) => void) => {
    const bytes = Buffer.alloc(size);
    fill(bytes);
    if (done) setImmediate(done, null, bytes);
    return bytes;
  };
  const fillSync = (into: NodeJS.ArrayBufferView, offset = 0, size = into.byteLength - offset) => {
    fill(new Uint8Array(into.buffer, into.byteOffset + offset, size));
    return into;
  };
  const between = (least: number, most?: number) =>
    most === undefined ? chance.below(least) : least + chance.below(most - least);
  const uuid = () => {
    const bytes = draw(16);
    // Version 4, variant 1 (RFC 9562, section 5.4).
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  set({ randomBytes: draw, randomFillSync: fillSync, randomInt: between, randomUUID: uuid });
  return () => {
    Math.random = random;
    set({ randomBytes, randomFillSync, randomInt, randomUUID });
  };
}

function set(functions: object): void {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
}
