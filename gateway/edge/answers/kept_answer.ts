// Answers that are the same for everybody: kept as bytes, and named by an ETag, so that clients can keep them too. Text is
// compressed when the first client asks that takes it so, and kept in that form as well.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor, encodings } from '../requests/accepts.ts';

/** Bytes as they are answered. */
export interface KeptAnswer {
  bytes: Buffer;
  contentType: string;
  /** The ETag of the plain form, without its quotes. */
  name: string;
  cacheControl: string;
  /** The forms that were asked for; undefined for what is small, or compressed by its nature. */
  compressed: Map<Encoding, Promise<Buffer>> | undefined;
}

/** The first half of the bytes' SHA-256, in hex. */
export const nameBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** Asked for again after a minute, so that a new version is seen soon. */
const shortly = 'public, max-age=60';

/** Below this many bytes a compressed form saves no packet. */
const worthBytes = 512;
const isText = /^text\/|^application\/json|^image\/svg/;

/** One step below the highest, which takes three times as long to save one byte in thirty. */
const brotliQuality = 10;

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Prepares text or bytes to be answered. */
export function keepAnswer(
  content: string | Buffer,
  contentType: string,
  cacheControl = shortly,
): KeptAnswer {
  const bytes = Buffer.from(content);
  const compressed = isText.test(contentType) && bytes.length >= worthBytes ? new Map() : undefined;
  return { bytes, contentType, cacheControl, compressed, name: nameBytes(bytes) };
}

/** Forms have names of their own, because a strong ETag stands for the bytes that are sent. */
const tagOf = ({ name }: KeptAnswer, encoding?: Encoding) =>
  encoding === undefined ? `"${name}"` : `"${name}-${encoding}"`;

/** The tag by which a client says that it has the answer, in any form. */
function knownTag(kept: KeptAnswer, asked: string | undefined, current: string): string | undefined {
  const own = [undefined, ...encodings].map((encoding) => tagOf(kept, encoding));
  const tags = asked?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (tags.includes('*')) return current;
  return tags.find((tag) => own.includes(tag));
}

/** Compressed once: the next client gets the same bytes. */
function bytesIn(encoding: Encoding, { bytes, compressed }: KeptAnswer): Promise<Buffer> {
  const known = compressed?.get(encoding) ?? compressors[encoding](bytes);
  compressed?.set(encoding, known);
  known.catch(() => compressed?.delete(encoding));
  return known;
}

/** Answers it in the smallest form that the client takes, or 304 to a client that has it. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswer,
): Promise<FastifyReply> {
  const encoding = kept.compressed && encodingFor(request.headers['accept-encoding']);
  const current = tagOf(kept, encoding);
  const known = knownTag(kept, request.headers['if-none-match'], current);
  reply.header('etag', known ?? current).header('cache-control', kept.cacheControl);
  if (known !== undefined) {
    if (kept.compressed) reply.header('vary', 'accept-encoding');
    return reply.code(304).send();
  }
  return sendBytes(request, reply, kept);
}

/** Answers its bytes in the smallest form that the client takes, whatever the client has already. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswer,
): Promise<FastifyReply> {
  const encoding = kept.compressed && encodingFor(request.headers['accept-encoding']);
  if (kept.compressed) reply.header('vary', 'accept-encoding');
  reply.header('content-type', kept.contentType);
  if (encoding === undefined) return reply.send(kept.bytes);
  return reply.header('content-encoding', encoding).send(await bytesIn(encoding, kept));
}
