// An SMSC as a process, for tests that kill and benches that measure: what it has read is in its ledger before
// it answers. `node main.ts PORT LEDGER`, ordered about by messages from its parent.
import { createServer } from 'node:net';
import { SmscConnection } from './connection.ts';
import { LedgerWriter, readLedger } from './ledger.ts';
import { bodiesOf, Outgoing, receiptDelivery } from './outgoing.ts';
import type { Look, Order, Report } from './plan.ts';

const [port = '0', path = ''] = process.argv.slice(2);
const say = (reported: Report) => process.send?.(reported);

const before = readLedger(path);
const ledger = new LedgerWriter(path);
const outgoing = new Outgoing();
const connections = new Set<SmscConnection>();
const world = {
  ledger,
  outgoing,
  plan: {},
  busy: new Set<string>(),
  nextId: before.submits.length + 1,
  submitsUntilStrike: 0,
  taken: 0,
  refused: 0,
  receiptsReceived: 0,
  received: 0,
  unacknowledged: 0,
  onStruck: () => say({ type: 'struck' }),
  onReceived: (name: string) => {
    if (isReporting) say({ type: 'received', name });
  },
};
const texts = new Set(before.texts.keys());
let isReporting = false;

for (const { verdict, id, source, destination, wantsReceipt } of before.submits) {
  if (verdict === 'taken' && wantsReceipt && !before.received.has(id)) {
    world.unacknowledged++;
    outgoing.add(receiptDelivery(id, source, destination));
  }
}
for (const [name, body] of before.texts) {
  if (before.textsReceived.has(name)) continue;
  world.unacknowledged++;
  outgoing.add({ receiptOf: null, name, body: () => body });
}

const look = (): Look => ({
  bound: [...connections].filter(({ isBound }) => isBound).length,
  taken: world.taken,
  refused: world.refused,
  receiptsReceived: world.receiptsReceived,
  unacknowledged: world.unacknowledged,
});

process.on('message', (order: Order) => {
  if (order.order === 'plan') {
    world.plan = order.plan;
    world.submitsUntilStrike = order.plan.strike?.nth ?? 0;
  }
  if (order.order === 'busy') world.busy = new Set(order.recipients.map((each) => each.replace('+', '')));
  if (order.order === 'report') isReporting = true;
  if (order.order === 'deliver') {
    for (const text of order.texts) {
      for (const [index, body] of bodiesOf(text, texts.size).entries()) {
        const name = `${text.name}.${index}`;
        if (texts.has(name)) continue;
        texts.add(name);
        ledger.text(name, body);
        world.unacknowledged++;
        outgoing.add({ receiptOf: null, name, body: () => body });
      }
    }
    ledger.flush();
  }
  say({ type: 'look', ...look() });
});

const server = createServer((socket) => {
  const connection = new SmscConnection(socket, world, () => connections.delete(connection));
  connections.add(connection);
});
server.listen(Number(port), '127.0.0.1', () => say({ type: 'ready' }));
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
