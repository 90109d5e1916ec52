// A process of readers that wait: each order is one request on each of its connections, and is done once all of them
// are answered. Several such processes hold more connections than one may have.
import { Connection, httpGet, statusOf } from './http_connection.ts';

/** One reader: its key, and the cursor from which it waits. */
export interface Reader {
  key: string;
  since: number;
}

export interface ReadersOrder {
  port: number;
  readers: Reader[];
}

/** When each reader was answered, in milliseconds of the machine's monotonic clock; NaN when not with a text. */
export interface ReadersReport {
  answeredMs: number[];
}

/** Milliseconds of the clock that all processes of this machine share. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6;

/** Connections that are opened at a time: fewer than a listener's backlog. */
const opensAtOnce = 50;

if (import.meta.main) {
  const connections: Connection[] = [];
  const wait = async ({ port, readers }: ReadersOrder): Promise<ReadersReport> => {
    const answers: Promise<number>[] = [];
    for (let start = 0; start < readers.length; start += opensAtOnce) {
      const some = readers.slice(start, start + opensAtOnce);
      for (const [index] of some.entries()) {
        if (connections.length <= start + index) connections.push(await Connection.open(port));
      }
      for (const [index, { key, since }] of some.entries()) {
        const connection = connections[start + index] as Connection;
        const answer = connection.ask(httpGet(`/api/v1/messages?since=${since}&wait=25`, key));
        answers.push(
          answer.then((text) => {
            const atMs = machineMs();
            return statusOf(text) === 200 && !text.includes('"messages":[]') ? atMs : Number.NaN;
          }),
        );
      }
    }
    return { answeredMs: await Promise.all(answers) };
  };
  process.on('message', (order: ReadersOrder) => {
    void wait(order).then((report) => process.send?.(report));
  });
  process.on('SIGTERM', () => process.exit(0));
  process.send?.({ type: 'ready' });
}
