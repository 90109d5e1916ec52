// Bytes of nobody: every listener is shot at with requests, frames and upgrades that are nearly right or not at all, many
// at once and each on a connection of its own. The processes live, and everybody else is answered meanwhile. FUZZ_SEED
// repeats a run, FUZZ_RUNS prolongs it.
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extent, nightSeed } from '../support/extent.ts';
import { type HostileWorld, type ListenerName, startHostileWorld } from '../support/hostile/hostile_world.ts';
import { http1Bytes } from '../support/hostile/http1_bytes.ts';
import { http2Bytes } from '../support/hostile/http2_bytes.ts';
import { frameTypes } from '../support/hostile/http2_frames.ts';
import { fire, shotsOf } from '../support/hostile/shot.ts';
import { linkBytes } from '../support/hostile/websocket_bytes.ts';

const seed = Number(process.env.FUZZ_SEED ?? nightSeed);
const runs = Number(process.env.FUZZ_RUNS ?? extent({ suite: 6, nightly: 200 }));
/** Connections of one run, all at once. */
const volley = 24;
const timeLimitMs = 20_000 + runs * 2_000;

let world: HostileWorld;
beforeAll(async () => {
  world = await startHostileWorld();
});
afterAll(async () => {
  console.log(`seed ${seed}`);
  await world.stop();
});

/** The good answers of HTTP/1.1 among what came back. */
const served = (received: Buffer) => /^HTTP\/1\.1 (101|200|400|404) /.test(received.toString('latin1'));
/** The same of HTTP/2: any frame of headers. */
function answered(received: Buffer): boolean {
  for (let at = 0; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3))
    if (received[at + 3] === frameTypes.headers) return true;
  return false;
}

/** Shoots, judges, and makes sure that not everything was turned away at the door, where nothing is to be found. */
async function shootAt(
  name: ListenerName,
  bytes: Arbitrary<Uint8Array>,
  isGood: (received: Buffer) => boolean = served,
): Promise<void> {
  let good = 0;
  const shots = fc.array(shotsOf(bytes), { minLength: volley, maxLength: volley });
  const property = fc.asyncProperty(shots, async (all) => {
    const fired = await Promise.all(all.map((shot) => fire(world.ports[name], shot)));
    await world.judge();
    for (const { received, drop } of fired) {
      if (isGood(received())) good++;
      drop();
    }
  });
  // A process that has ended would end with any bytes: nothing is to be learned by making them fewer.
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  expect(good).toBeGreaterThan(runs);
}

const pairing = '/textrelay.v1.PairingService/PairDevice';
const link = '/device/v1/link';
const opsPaths = ['/metrics', '/healthz', '/readyz', '/readyz?x'];

test.each<[ListenerName, string[], string[]]>([
  [
    'rest',
    [
      '/api/v1',
      '/api/v1/tiers',
      '/api/v1/messages',
      '/api/v1/threads/%5B/messages',
      '/webhooks/stripe',
      '/webhooks/carriers/a/b',
      '/docs',
      '/sandbox/checkout/x',
    ],
    ['Stripe-Signature: t=1,v1=x'],
  ],
  ['gateway ops', opsPaths, []],
  ['core ops', opsPaths, []],
  ['agent ops', opsPaths, []],
  ['phones', ['/mobile/v1/message', '/mobile/v1/device', '/m/events'], ['Authorization: Bearer x']],
  ['device', [pairing, pairing, link], []],
])(
  'no bytes of HTTP/1.1 end or hold up the listener %s',
  async (name, paths, lines) => {
    await shootAt(name, http1Bytes(paths, lines));
  },
  timeLimitMs,
);

test(
  'no frames of a device end or hold up the listener of devices',
  async () => {
    await shootAt('device', linkBytes(world.token));
  },
  timeLimitMs,
);

test(
  'no frames of HTTP/2 end or hold up the listener of internal services',
  async () => {
    const paths = [
      '/grpc.health.v1.Health/Check',
      '/grpc.health.v1.Health/Watch',
      '/textrelay.v1.MessageService/SendMessages',
      '/textrelay.v1.AccessService/Admit',
    ];
    await shootAt('rpc', http2Bytes(paths), answered);
    // It says what it speaks, and ends.
    await shootAt('rpc', http1Bytes(paths), (received) => received.length > 0);
  },
  timeLimitMs,
);

test(
  'bytes of HTTP/2 end or hold up no listener that does not speak it',
  async () => {
    for (const name of ['rest', 'device', 'core ops', 'gateway ops', 'phones', 'agent ops'] as const)
      await shootAt(
        name,
        http2Bytes(['/']).map((bytes) => bytes.subarray(0, 2_000)),
      );
  },
  timeLimitMs,
);
