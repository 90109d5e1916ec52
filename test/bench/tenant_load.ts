// A tenant as a process of its own, so that what it sends does not delay the measurement of others: so many connections ask again and
// again, until the process is asked to stop.
import type { Ask } from '../support/http_client.ts';
import { send } from '../support/send_large.ts';

/** What the process is given. */
export interface TenantOrder {
  url: string;
  connections: number;
  /** Asked in turn. Where one has no key, it is asked with the next of `keys`. */
  asks: readonly Ask[];
  keys: readonly string[];
}

let isOver = false;
const statuses: Record<number, number> = {};

async function run({ url, connections, asks, keys }: TenantOrder): Promise<void> {
  let count = 0;
  const drive = async () => {
    while (!isOver) {
      const number = count++;
      const ask = asks[number % asks.length] as Ask;
      const status = await send(url, { key: keys[number % keys.length] as string, ...ask });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, drive));
  process.send?.(statuses, () => process.exit());
}

process.on('message', (order: TenantOrder | 'stop') => {
  if (order === 'stop') isOver = true;
  else void run(order);
});
