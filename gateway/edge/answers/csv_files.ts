// Answers that are files, most of them of comma-separated values: written page by page, as fast as their reader takes them and no
// faster, and only so many at a time.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { Refusal } from '../errors/errors.ts';

/** Files at a time: of one owner, and of all. */
const mostOfOwner = 2;
const mostOfAll = 16;

/** How a file is read and written. */
interface Pages<Page> {
  /** Comma-separated values unless it says otherwise. */
  mediaType?: string;
  /** Its first line. */
  head: string;
  /** The page after one, or the first; undefined where there is none. */
  read: (after: Page | undefined) => Promise<Page | undefined>;
  write: (page: Page) => string;
}

export class CsvFiles {
  readonly #running = new Map<string, number>();
  #all = 0;

  /** Throws RATE_LIMITED when there are too many; else returns what ends this one. */
  #begin(owner: string): () => void {
    const own = this.#running.get(owner) ?? 0;
    if (own >= mostOfOwner || this.#all >= mostOfAll)
      throw new Refusal(ErrorCode.RATE_LIMITED, 'too many downloads at a time', { retryAfterSeconds: 10 });
    this.#running.set(owner, own + 1);
    this.#all++;
    return () => {
      this.#all--;
      const left = (this.#running.get(owner) ?? 1) - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
    };
  }

  /** Answers with a file of `owner`. Throws RATE_LIMITED, and what reading the first page throws. */
  async send<Page>(
    request: Pick<FastifyRequest, 'method'>,
    reply: FastifyReply,
    owner: string,
    { mediaType = 'text/csv', head, read, write }: Pages<Page>,
  ): Promise<unknown> {
    async function* writeAll(first: Page | undefined, end: () => void) {
      try {
        yield head;
        for (let page = first; page !== undefined; page = await read(page)) yield write(page);
      } finally {
        end();
      }
    }

    const end = this.#begin(owner);
    let file: Readable | undefined;
    try {
      // A refusal has to come before a status is out.
      const first = await read(undefined);
      reply.header('content-type', `${mediaType}; charset=utf-8`);
      if (request.method === 'HEAD') return '';
      file = Readable.from(writeAll(first, end), { objectMode: false, highWaterMark: 1 });
      // One that is given up before its first row was asked for never comes to its own end.
      const given = file;
      file.once('close', () => {
        if (!given.readableDidRead) end();
      });
      return reply.send(file);
    } finally {
      if (!file) end();
    }
  }
}
