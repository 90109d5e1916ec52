// Requests that Connect is to decode, looked at before it does: Connect reads a message and decodes it at once, and offers no step
// between. The parts of a body go on as they come, so that Connect refuses what is too large by its first bytes, and the part with which
// a message is whole goes on only if the message is within its bounds. No body is compressed: Connect is set up to refuse those.
import type { DescMessage } from '@bufbuild/protobuf';
import type { UniversalServerRequest } from '@connectrpc/connect/protocol';
import { JsonShape } from '../../runtime/bodies/json_shape.ts';
import type { Log } from '../../runtime/log.ts';
import { invalidRequest } from '../errors.ts';
import { toConnectError } from './failures.ts';
import { boundEntries, mostEntries } from './message_entries.ts';

/** Throws a Refusal for a message that is not to be decoded. */
type Bound = (message: Uint8Array) => void;

/** Most values of a request in JSON: so many entries of one map take 30 milliseconds to read. */
export const mostValuesOfCall = 20_000;

function boundJson(message: Uint8Array): void {
  const { excess } = new JsonShape(mostValuesOfCall).take(message);
  if (excess !== undefined) throw invalidRequest(`the request ${excess}`);
}

/** A message of a stream follows a flag and its length in four bytes, in all three protocols. */
const prefixBytes = 5;
/** Messages up to this many bytes are not looked at, as an entry has a byte at least, and a value of JSON two. */
const freeBytes = Math.min(mostEntries, 2 * mostValuesOfCall);

/** Returns a function that takes each part of a body in which messages follow each other, and throws for one past its bounds. */
function watchMessages(bound: Bound): (part: Uint8Array) => void {
  const prefix = Buffer.alloc(prefixBytes);
  let [prefixRead, bytesLeft, isLarge] = [0, 0, false];
  let pieces: Uint8Array[] = [];
  return (part) => {
    for (let at = 0; at < part.length; ) {
      if (prefixRead < prefixBytes) {
        prefix[prefixRead++] = part[at++] as number;
        if (prefixRead < prefixBytes) continue;
        bytesLeft = prefix.readUInt32BE(1);
        isLarge = bytesLeft > freeBytes;
      }
      const piece = part.subarray(at, at + bytesLeft);
      at += piece.length;
      bytesLeft -= piece.length;
      if (isLarge) pieces.push(piece);
      if (bytesLeft > 0) continue;
      if (isLarge) bound(Buffer.concat(pieces));
      [prefixRead, pieces] = [0, []];
    }
  };
}

type Body = AsyncIterable<Uint8Array>;

async function* boundMessages(body: Body, bound: Bound): Body {
  const watch = watchMessages(bound);
  for await (const part of body) {
    watch(part);
    yield part;
  }
}

async function* boundMessage(body: Body, bound: Bound): Body {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    yield part;
  }
  if (size > freeBytes) bound(Buffer.concat(parts, size));
}

/** The same request, whose body ends with the caller's refusal where a message is past its bounds. */
export function boundRequest(
  request: UniversalServerRequest,
  input: DescMessage,
  log: Log,
): UniversalServerRequest {
  const { header, body } = request;
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return request;
  // What is not quite of these types is answered 415 by Connect.
  const type = (header.get('content-type') ?? '').toLowerCase();
  const isStream = type.startsWith('application/grpc') || type.startsWith('application/connect+');
  const isJson = type.includes('json');
  const bound: Bound = (message) => {
    try {
      if (isJson) boundJson(message);
      else boundEntries(input, message);
    } catch (error) {
      throw toConnectError(error, log);
    }
  };
  return { ...request, body: (isStream ? boundMessages : boundMessage)(body, bound) };
}
