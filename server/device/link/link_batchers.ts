// The database work of links that open and close, in batches: a thousand agents that come back at once take a few
// statements, and nobody else's texts or readers wait behind them. It decides nothing.

import type { Clock } from '../../../runtime/clock.ts';
import { type Batcher, createBatcher } from '../../app/batches/batcher.ts';
import { runInRounds } from '../../app/batches/rounds.ts';
import type { DeviceRef } from '../../store/devices/devices.ts';
import type { HandedOver } from '../../store/devices/handed_over.ts';
import type { KnownDevice, LinkOpened, LinkOpening, LinkRef, NotOpened } from '../../store/devices/links.ts';
import type { Store } from '../../store/store.ts';

/** How long a device counts as online after it was last seen, in milliseconds. */
export const presenceMs = 45_000;
/** Small enough that what follows a batch does not hold up the event loop. */
const maxBatch = 100;
/** As many as there may be links. */
const maxItems = 20_000;

export interface LinkBatchers {
  /** The device of a token, by its hash; undefined for an unknown or unpaired one. */
  findDevice: Batcher<string, KnownDevice | undefined>;
  /** Opens a link; undefined for a unpaired device, NotOpened when it is to be asked again. */
  open: Batcher<LinkOpening, LinkOpened | NotOpened | undefined>;
  /** The texts that were handed over to a device and are not reported yet, oldest first. */
  listHandedOver: Batcher<DeviceRef, HandedOver[]>;
  /** The link is gone: the device is offline unless it opened a newer one. */
  close: Batcher<LinkRef, undefined>;
}

/** Opens the batchers, each with one statement in flight. */
export function createLinkBatchers({
  store,
  clock,
}: {
  store: Pick<Store, 'findDevicesByTokens' | 'listHandedOverTo' | 'openLinks' | 'renewPresence'>;
  clock: Clock;
}): LinkBatchers {
  const bounds = { maxBatch, maxItems };
  return {
    findDevice: createBatcher({ ...bounds, run: (hashes) => store.findDevicesByTokens(hashes) }),
    open: createBatcher({
      ...bounds,
      run: (openings) =>
        // Two links of one device open one after the other, so that the newer one has the higher epoch.
        runInRounds(
          openings,
          ({ accountId, deviceId }) => `${accountId}/${deviceId}`,
          (round) => store.openLinks(round, clock.nowMs(), clock.nowMs() + presenceMs),
          { clock, repeatForMs: 0 },
        ),
    }),
    listHandedOver: createBatcher({ ...bounds, run: (devices) => store.listHandedOverTo(devices) }),
    close: createBatcher({
      ...bounds,
      async run(links) {
        await store.renewPresence(links, clock.nowMs(), clock.nowMs());
        return links.map(() => undefined);
      },
    }),
  };
}
