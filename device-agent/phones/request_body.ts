// Reads bodies, bounded each and all together.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { JsonShape } from '../../runtime/bodies/json_shape.ts';
import { Refused } from './refused.ts';

/** All bodies that are in memory at a time. */
const mostBytes = 64 * 1024 * 1024;

/** The memory of one listener's bodies. */
export class RequestBodies {
  #bytes = 0;

  /** Reads a body of at most `most` bytes. Throws Refused. */
  async read(request: IncomingMessage, most: number): Promise<Buffer> {
    const tooLarge = () => new Refused(413, `the body must have at most ${most} bytes`);
    if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        size += (chunk as Buffer).length;
        this.#bytes += (chunk as Buffer).length;
        if (size > most) throw tooLarge();
        if (this.#bytes > mostBytes) throw new Refused(503, 'too much is being read; try again', 1);
        chunks.push(chunk as Buffer);
      }
      return Buffer.concat(chunks);
    } finally {
      this.#bytes -= size;
    }
  }
}

/** Reads JSON. Throws Refused. */
export function parseJson(body: Buffer): unknown {
  const { excess } = new JsonShape().take(body);
  if (excess !== undefined) throw new Refused(413, `the body ${excess}`);
  try {
    if (isUtf8(body)) return JSON.parse(body.toString('utf8'));
  } catch {
    // The parser's own words quote the body.
  }
  throw new Refused(400, 'the body is not JSON');
}
