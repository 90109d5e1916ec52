// Reads request bodies, bounded and never trusted. Unlike Fastify's own parser it reads a body that is too large to its
// end when that end is near, so that its sender gets to read the answer instead of a reset.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { JsonShape } from '../../../runtime/bodies/json_shape.ts';
import { invalidRequest, type Refusal, unavailable } from '../../errors/errors.ts';
import type { Limits } from '../../limits.ts';
import type { BodyMemory } from './body_memory.ts';
import { ownerOf } from './owners_turns.ts';

/** Up to this many bytes a body is an ordinary one: it takes no turn, and is parsed whatever its shape. */
export const ordinaryBytes = 64 * 1024;

type Done = (error: Error | null, body?: unknown) => void;

/** One kind of body. */
interface BodyKind {
  /** True where large ones take no turns, because what they ask for does, or because they are only passed on. */
  takesNoTurn?: boolean;
  /** The refusal of a body of another type; undefined for a fitting one. */
  refuseType(headers: IncomingHttpHeaders): Refusal | undefined;
  /** It is JSON, whose shape is bounded before it is parsed. */
  isJson?: boolean;
  parse(bytes: Buffer): { value: unknown } | { refusal: Refusal };
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json[ \t]*(?:;|$)/i;

/** A request before its body is read, with what is known of its sender. */
type Asking = Pick<FastifyRequest, 'headers' | 'caller' | 'session' | 'routeOptions'>;

/** A Fastify content type parser for every content type. What it reads stays in `bodies` until the request is answered. */
export function createBodyParser(
  bodies: BodyMemory,
  { bodyBytes, drainBytes }: Pick<Limits, 'bodyBytes' | 'drainBytes'>,
  { refuseType, takesNoTurn = false, isJson = false, parse }: BodyKind = jsonBody,
) {
  const tooLarge = () => invalidRequest(`the request body must have at most ${bodyBytes} bytes`, 413);

  return (request: Asking, payload: IncomingMessage, done: Done): void => {
    const refusal = refuseType(request.headers);
    const length = Number(request.headers['content-length']);
    if (length > drainBytes) {
      done(refusal ?? tooLarge());
      return;
    }
    // A body that does not say its length may be large.
    const isOrdinary = takesNoTurn || bodyBytes <= ordinaryBytes || length <= ordinaryBytes;
    if (isOrdinary) read(refusal, length, payload, done);
    else
      bodies.await(
        payload,
        ownerOf(request),
        () => read(refusal, length, payload, done),
        () => done(unavailable()),
      );
  };

  function read(refusal: Refusal | undefined, length: number, payload: IncomingMessage, done: Done): void {
    let chunks: Buffer[] = [];
    let size = 0;
    const shape = isJson && bodyBytes > ordinaryBytes ? new JsonShape() : undefined;

    const finish = (error: Error | null, body?: unknown) => {
      payload.removeListener('data', onData);
      payload.removeListener('end', onEnd);
      payload.removeListener('error', onError);
      done(error, body);
    };
    const giveWay = () => {
      chunks = [];
      finish(unavailable());
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyBytes && !refusal) {
        if (!bodies.take(payload, chunk.length, size === length, giveWay)) return giveWay();
        chunks.push(chunk);
        shape?.take(chunk);
      } else {
        chunks = [];
        bodies.leave(payload);
      }
      if (size > drainBytes) finish(refusal ?? tooLarge());
    };
    const onEnd = () => {
      bodies.finish(payload);
      if (refusal || size > bodyBytes) {
        finish(refusal ?? tooLarge());
        return;
      }
      const excess = shape?.excess;
      if (excess !== undefined) return finish(invalidRequest(`the request body ${excess}`));
      const [first] = chunks;
      const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks, size);
      const result = parse(bytes);
      if ('value' in result) finish(null, result.value);
      else finish(result.refusal);
    };
    const onError = () => finish(invalidRequest('the request body ended early'));
    payload.on('data', onData);
    payload.on('end', onEnd);
    payload.on('error', onError);
  }
}

/** Refuses bodies that are compressed, which nothing here takes. */
export const refuseEncoding = (headers: IncomingHttpHeaders): Refusal | undefined => {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity'
    ? invalidRequest('the request body must not be compressed', 415)
    : undefined;
};

/** Bodies of providers, as they came: their signatures cover each byte. */
export const rawBody: BodyKind = { refuseType: refuseEncoding, parse: (bytes) => ({ value: bytes }) };

export const jsonBody: BodyKind = {
  isJson: true,
  refuseType(headers) {
    const refusal = refuseEncoding(headers);
    if (refusal || jsonType.test(headers['content-type'] ?? '')) return refusal;
    return invalidRequest('the request body must be JSON, with Content-Type: application/json', 415);
  },

  /** JSON.parse makes "__proto__" a property like any other; nothing here copies properties, so it stays harmless. */
  parse(bytes) {
    // Clients that say a type with every request mean no body by an empty one.
    if (bytes.length === 0) return { value: undefined };
    if (!isUtf8(bytes)) return { refusal: invalidRequest('the request body must be UTF-8') };
    try {
      return { value: JSON.parse(bytes.toString('utf8')) as unknown };
    } catch {
      // The parser's own message quotes the body.
      return { refusal: invalidRequest('the request body must be valid JSON') };
    }
  },
};
