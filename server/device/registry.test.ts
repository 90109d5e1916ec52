import { afterEach, expect, test, vi } from 'vitest';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { createLog } from '../../runtime/log.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { defaultLifetimes } from '../domain/messages/message.ts';
import type { LinkOpened, LinkOpening, LinkRef, NotOpened } from '../store/devices/links.ts';
import type { Store } from '../store/store.ts';
import type { Greeting } from './link/hello.ts';
import type { Link } from './link/link.ts';
import type { LinkBatchers } from './link/link_batchers.ts';
import { LinkRegistry } from './registry.ts';

const { clock, run, idle } = simulateEachTest();

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const greeting = {
  journalId: 'j',
  agentVersion: '',
  driver: '',
  sims: [1],
  givesReceipts: null,
} as unknown as Greeting;

/** A registry over batchers that a test answers for. */
function startRegistry() {
  const openings: ((opened: LinkOpened | NotOpened | undefined) => void)[] = [];
  const asked: bigint[] = [];
  const endings: (() => void)[] = [];
  const closed: LinkRef[] = [];
  const batchers = {
    open: ({ lastEpoch }: LinkOpening) =>
      new Promise<LinkOpened | NotOpened | undefined>((resolve) => {
        asked.push(lastEpoch);
        openings.push(resolve);
      }),
    close: async (link: LinkRef) => void closed.push(link),
  } as unknown as LinkBatchers;
  const registry = new LinkRegistry({
    store: { adoptJournal: async () => {}, storeStates: async () => {} } as unknown as Store,
    batchers,
    clock,
    log: createLog('test', 'silent'),
    lifetimes: defaultLifetimes,
    endHandedOver: () => new Promise<void>((resolve) => endings.push(resolve)),
  });
  ends.push(() => registry.stop());
  const link = () => {
    const fake = {
      device: { accountId: 1n, deviceId: 7n, country: 'US', driver: '', lastEpoch: 0n },
      linkEpoch: 0n,
      isOpen: true,
    };
    return { ...fake, goodbye: vi.fn() } as unknown as Link & { isOpen: boolean };
  };
  return { registry, openings, asked, endings, closed, link };
}

const opened = (linkEpoch: bigint, journalChanged = false) => ({
  linkEpoch,
  journalChanged,
  hadProblem: false,
});

test('an older link that is ready only after a newer one gives way to it', async () => {
  const { registry, openings, endings, link } = startRegistry();
  const [older, newer] = [link(), link()];
  const first = registry.open(older, greeting);
  openings[0]?.(opened(1n, true));
  const second = registry.open(newer, greeting);
  openings[1]?.(opened(2n));
  expect(await second).toBe(true);
  endings[0]?.();
  expect(await first).toBe(false);
  expect(older.goodbye).toHaveBeenCalledWith(GoodbyeReason.SUPERSEDED, expect.any(String));
  expect(newer.goodbye).not.toHaveBeenCalled();
  expect([...registry.links()]).toEqual([newer]);
  expect([...registry.linksOf(1n)]).toEqual([newer]);
});

test('a link that closed while it was opened is not kept, and its device is not online', async () => {
  const { registry, openings, closed, link } = startRegistry();
  const gone = link();
  const opening = registry.open(gone, greeting);
  gone.isOpen = false;
  openings[0]?.(opened(3n));
  expect(await opening).toBe(false);
  expect([...registry.links()]).toEqual([]);
  expect(closed).toEqual([{ accountId: 1n, deviceId: 7n, linkEpoch: 3n }]);
});

test('a unpaired device gets the reason and not kept', async () => {
  const { registry, openings, link } = startRegistry();
  const unpaired = link();
  const opening = registry.open(unpaired, greeting);
  openings[0]?.(undefined);
  expect(await opening).toBe(false);
  expect(unpaired.goodbye).toHaveBeenCalledWith(GoodbyeReason.UNPAIRED, expect.any(String));
  expect([...registry.links()]).toEqual([]);
});

test('an opening that another link came before is asked for again, and at a later time when a row is locked', async () => {
  const { registry, openings, asked, link } = startRegistry();
  const opening = registry.open(link(), greeting);
  openings[0]?.({ lastEpoch: 4n });
  await idle();
  expect(openings).toHaveLength(2);
  openings[1]?.({ lastEpoch: 4n });
  await run('99 ms');
  expect(openings).toHaveLength(2);
  await run('1 ms');
  openings[2]?.(opened(5n));
  expect(await opening).toBe(true);
  expect(asked).toEqual([0n, 4n, 4n]);
});

test('a link that is gone does not come before the one that took its place', async () => {
  const { registry, openings, link } = startRegistry();
  const gone = link();
  const opening = registry.open(gone, greeting);
  gone.isOpen = false;
  openings[0]?.({ lastEpoch: 4n });
  expect(await opening).toBe(false);
  expect(openings).toHaveLength(1);
});
