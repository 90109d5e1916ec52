// Answers that are the same for everybody: kept as bytes, and named by an ETag, so that clients can keep them too.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes as they are answered. */
export interface KeptAnswer {
  bytes: Buffer;
  contentType: string;
  etag: string;
  cacheControl: string;
}

/** The first half of the bytes' SHA-256, in hex. */
export const nameBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** Asked for again after a minute, so that a new version is seen soon. */
const shortly = 'public, max-age=60';

/** Prepares text or bytes to be answered. */
export function keepAnswer(
  content: string | Buffer,
  contentType: string,
  cacheControl = shortly,
): KeptAnswer {
  const bytes = Buffer.from(content);
  return { bytes, contentType, cacheControl, etag: `"${nameBytes(bytes)}"` };
}

/** Answers it, or 304 to a client that has it. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): FastifyReply {
  reply.header('etag', kept.etag).header('cache-control', kept.cacheControl);
  const known = request.headers['if-none-match'];
  const isKnown = known
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === kept.etag || tag === '*');
  if (isKnown) return reply.code(304).send();
  return reply.header('content-type', kept.contentType).send(kept.bytes);
}
