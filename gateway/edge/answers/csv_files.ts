// Answers that are files, most of them of comma-separated values: written page by page, as fast as their reader takes them and no
// faster, and only so many at a time.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { Counts } from '../../counts.ts';
import { Refusal } from '../../errors/errors.ts';

/** Files at a time: of one account, and of all. */
const mostOfAccount = 4;
const mostOfAll = 64;
/** How long a reader may take for a page, in milliseconds. One that reads no faster takes a turn from others. */
const pageMs = 120_000;

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
  readonly #clock: Pick<Clock, 'setTimeout'>;
  readonly #running = new Counts<bigint>();
  #all = 0;

  constructor(clock: Pick<Clock, 'setTimeout'>) {
    this.#clock = clock;
  }

  /** Throws RATE_LIMITED when there are too many; else returns what ends this one, once. */
  #begin(accountId: bigint): () => void {
    if (this.#running.of(accountId) >= mostOfAccount || this.#all >= mostOfAll)
      throw new Refusal(ErrorCode.RATE_LIMITED, 'too many downloads at a time', { retryAfterSeconds: 10 });
    this.#running.add(accountId, 1);
    this.#all++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#all--;
      this.#running.add(accountId, -1);
    };
  }

  /** Answers with a file of an account. Throws RATE_LIMITED, and what reading the first page throws. */
  async send<Page>(
    request: Pick<FastifyRequest, 'method'>,
    reply: FastifyReply,
    accountId: bigint,
    { mediaType = 'text/csv', head, read, write }: Pages<Page>,
  ): Promise<unknown> {
    const limit = (work: () => void) => this.#clock.setTimeout(work, pageMs);
    async function* writeAll(first: Page | undefined) {
      let cancel = limit(giveUp);
      try {
        yield head;
        for (let page = first; page !== undefined; page = await read(page)) {
          cancel();
          cancel = limit(giveUp);
          yield write(page);
        }
      } finally {
        cancel();
      }
    }
    const giveUp = () => void file?.destroy();

    const end = this.#begin(accountId);
    let file: Readable | undefined;
    try {
      // A refusal has to come before a status is out.
      const first = await read(undefined);
      reply.header('content-type', `${mediaType}; charset=utf-8`);
      if (request.method === 'HEAD') return '';
      file = Readable.from(writeAll(first), { objectMode: false, highWaterMark: 1 });
      file.once('close', end);
      return reply.send(file);
    } finally {
      if (!file) end();
    }
  }
}
