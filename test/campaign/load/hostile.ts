// Requests that nobody should survive on: bytes that are no request, hosts that are no host, keys that are none, bodies
// that never end. Whoever sends them has an address of its own.
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import type { World } from '../world/world.ts';
import type { Running } from './steady.ts';

const localAddress = '127.0.0.66';
const badHosts = ['[', 'a b', '%', 'x:99999', '::1:1', '127.0.0.256', '[::1', '', 'a/b', '\u00ff', '1:2:3'];
/** What is served at one of the listeners, and what is served at none. */
const paths = {
  rest: [
    '/api/v1/messages',
    '/api/v1/threads/%00/messages',
    '/webhooks/carriers/smsc-0/events',
    '/docs',
    '//',
  ],
  device: ['/textrelay.v1.PairingService/PairDevice', '/device/v1/link', '/', '*'],
  rpc: ['/textrelay.v1.CarrierService/ListCarriers', '/textrelay.v1.MessageService/SendMessages', '/%', ''],
  ops: ['/metrics', '/readyz', '/..', '*'],
};

export type HostileKind = 'host' | 'authority' | 'bytes' | 'key' | 'slow' | 'large' | 'upgrade';
export const hostileKinds: readonly HostileKind[] = [
  'host',
  'authority',
  'bytes',
  'key',
  'slow',
  'large',
  'upgrade',
];

/** Sends such requests until it is over; counts them by kind. */
export async function beHostile(
  world: World,
  kinds: readonly HostileKind[],
  counts: Map<string, number>,
  chance: Seeded,
  running: Running,
): Promise<void> {
  const rest = world.gateways.map(({ port }) => ({ port, paths: paths.rest }));
  const device = world.cores.map(({ devicePort }) => ({ port: devicePort, paths: paths.device }));
  const rpc = world.cores.map(({ rpcPort }) => ({ port: rpcPort, paths: paths.rpc }));
  const ops = [...world.cores, ...world.gateways].map(({ opsPort }) => ({ port: opsPort, paths: paths.ops }));
  const targets: Record<HostileKind, typeof rest> = {
    host: [...rest, ...device, ...ops],
    authority: rpc,
    bytes: [...rest, ...device, ...ops, ...rpc],
    key: rest,
    slow: [...rest, ...device],
    large: [...rest, ...device],
    upgrade: device,
  };
  while (!running.isOver && kinds.length > 0) {
    const kind = chance.pick(kinds);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const { port, paths } = chance.pick(targets[kind]);
    const path = chance.pick(paths);
    const post = (host: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n\r\n`;
    const json = 'Content-Type: application/json\r\nContent-Length:';
    if (kind === 'host') void speak(port, [post(chance.pick(badHosts), `${json} 0`)]);
    if (kind === 'authority') void speakHttp2(port, chance.pick(badHosts), path);
    if (kind === 'bytes') void speak(port, [noise(chance)]);
    if (kind === 'key') {
      const key = `svc_live_${chance.below(1e9).toString(36).padStart(36, 'A')}`;
      void speak(port, [`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`]);
    }
    if (kind === 'slow') void speak(port, [post('a', `${json} 900`), ...'{"address":'], 700);
    if (kind === 'large') {
      const header = `X-Large: ${'x'.repeat(chance.below(60_000))}\r\nContent-Length: 3000000`;
      void speak(port, [post('a', header), 'x'.repeat(chance.below(2_000_000))]);
    }
    if (kind === 'upgrade') {
      const key = chance.chance(0.5) ? 'x' : 'dGhlIHNhbXBsZSBub25jZQ==';
      const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
      const lines = `${upgrade}\r\nSec-WebSocket-Key: ${key}\r\nAuthorization: Bearer nobody`;
      void speak(port, [`GET ${path} HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n`, noise(chance)]);
    }
    await pause(chance.between(500, 3_000));
  }
}

/** Writes pieces on a connection of its own, so far apart, and leaves a while later. */
async function speak(port: number, pieces: readonly (string | Buffer)[], apartMs = 0): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.resume();
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    if (apartMs > 0) await pause(apartMs);
  }
  await pause(2_000);
  socket.destroy();
}

async function speakHttp2(port: number, authority: string, path: string): Promise<void> {
  try {
    const session = connectHttp2(`http://127.0.0.1:${port}`, { localAddress } as object);
    session.on('error', () => undefined);
    const stream = session.request({ ':method': 'POST', ':path': path, ':authority': authority });
    stream.on('error', () => undefined);
    stream.end();
    await pause(2_000);
    session.destroy();
  } catch {
    // This side would not say it.
  }
}

/** Bytes, some of which begin as what a listener expects. */
function noise(chance: Seeded): Buffer {
  const bytes = Buffer.from(Array.from({ length: chance.below(400) }, () => chance.below(256)));
  const openings = [
    '',
    'GET / HTTP/1.1\r\nHost: ',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01',
    'POST / HTTP/1.1\r\n',
  ];
  return Buffer.concat([Buffer.from(chance.pick(openings), 'latin1'), bytes]);
}
