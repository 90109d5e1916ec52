// What one core sees when it looks by the rules of the alerts. It reads facts about the whole service only when it
// speaks for all cores.
import { growthSeconds, missedSeconds } from '../../../ops/alerts/bounds.ts';
import type { AlertFacts } from '../../../ops/alerts/rules.ts';
import type { DiskSpace } from '../../../ops/disk_space.ts';
import type { CarrierState } from '../../carriers/carrier_state.ts';
import type { AppContext } from '../../context.ts';

/** Most texts that are counted, and most devices that are looked for. */
const mostTexts = 10_000;
const mostDevices = 200;

export interface FactsOptions {
  store: AppContext<'listTroubledDevices' | 'countUnfinished'>['store'];
  /** This core as alerts name it: the machine, and where its metrics are. */
  instance: string;
  carriers: () => readonly CarrierState[];
  /** When the certificate of each listener ends, by the machine's clock. */
  certificateEnds: () => ReadonlyMap<string, number>;
  /** The disk of the data directory; undefined where there is none to look at. */
  readDisk: () => Promise<DiskSpace | undefined>;
}

/** Recent counts, to notice a queue that grows. */
class Growth {
  readonly #counts: { atMs: number; count: number }[] = [];

  /** Undefined until it has been looked at for long enough. */
  add(atMs: number, count: number): AlertFacts['growth'] {
    this.#counts.push({ atMs, count });
    const fromMs = atMs - growthSeconds * 1000;
    while (this.#counts[1] !== undefined && this.#counts[1].atMs <= fromMs) this.#counts.shift();
    const [first] = this.#counts;
    return first !== undefined && first.atMs <= fromMs ? { now: count, before: first.count } : undefined;
  }
}

/** Reads the facts of now. */
type ReadFacts = (nowMs: number, speaksForAll: boolean) => Promise<AlertFacts>;

/** Makes the function that reads them; it remembers how long the queue was. */
export function createReadFacts({ store, instance, ...options }: FactsOptions): ReadFacts {
  const growth = new Growth();
  return async (nowMs, speaksForAll) => {
    const [unfinished, devices, space] = await Promise.all([
      speaksForAll ? store.countUnfinished(nowMs, mostTexts) : undefined,
      speaksForAll ? store.listTroubledDevices(nowMs, nowMs - missedSeconds * 1000, mostDevices) : undefined,
      options.readDisk(),
    ]);
    const named = devices?.map(({ accountId, deviceId, ...device }) => ({
      ...device,
      labels: { account: String(accountId), device: String(deviceId) },
    }));
    const count = unfinished?.reduce((sum, state) => sum + state.count, 0);
    return {
      unfinished,
      growth: count === undefined ? undefined : growth.add(nowMs, count),
      away: named?.filter(({ isAway }) => isAway).map(({ labels }) => labels),
      troubled: named?.filter(({ isAway }) => !isAway).map(({ labels, problem }) => ({ ...labels, problem })),
      carriers: options.carriers(),
      certificates: [...options.certificateEnds()].map(([listener, endMs]) => ({
        instance,
        listener,
        seconds: Math.floor((endMs - nowMs) / 1000),
      })),
      disks: space === undefined ? [] : [{ instance, ...space }],
    };
  };
}
