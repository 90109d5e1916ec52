import { expect, test, vi } from 'vitest';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { ManualClock } from '../../test/support/manual_clock.ts';
import { defaultLifetimes } from '../domain/message.ts';
import { createLog } from '../log.ts';
import type { LinkOpened, LinkRef } from '../store/links.ts';
import type { Store } from '../store/store.ts';
import type { Greeting } from './hello.ts';
import type { Link } from './link.ts';
import type { LinkLanes } from './link_lanes.ts';
import { LinkRegistry } from './registry.ts';

const greeting = {
  journalId: 'j',
  agentVersion: '',
  driver: '',
  sims: [1],
  givesReceipts: null,
} as unknown as Greeting;

/** A registry over lanes that a test answers for. */
function startRegistry() {
  const openings: ((opened: LinkOpened | undefined) => void)[] = [];
  const endings: (() => void)[] = [];
  const closed: LinkRef[] = [];
  const lanes = {
    open: () => new Promise<LinkOpened | undefined>((resolve) => openings.push(resolve)),
    close: async (link: LinkRef) => void closed.push(link),
  } as unknown as LinkLanes;
  const registry = new LinkRegistry({
    store: { adoptJournal: async () => {}, storeStates: async () => {} } as unknown as Store,
    lanes,
    clock: new ManualClock(),
    log: createLog('test', 'silent'),
    lifetimes: defaultLifetimes,
    endHandedOver: () => new Promise<void>((resolve) => endings.push(resolve)),
  });
  const link = () => {
    const fake = { device: { accountId: 1n, deviceId: 7n, country: 'US' }, linkEpoch: 0n, isOpen: true };
    return { ...fake, goodbye: vi.fn() } as unknown as Link & { isOpen: boolean };
  };
  return { registry, openings, endings, closed, link };
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

test('a revoked device is told so and not kept', async () => {
  const { registry, openings, link } = startRegistry();
  const revoked = link();
  const opening = registry.open(revoked, greeting);
  openings[0]?.(undefined);
  expect(await opening).toBe(false);
  expect(revoked.goodbye).toHaveBeenCalledWith(GoodbyeReason.REVOKED, expect.any(String));
  expect([...registry.links()]).toEqual([]);
});
