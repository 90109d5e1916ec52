// The state of each device that is linked to this replica, in Prometheus' form. Only here an account's id is a label,
// because the operator wants to know who owns a broken phone. Read from the links when the metrics are, so that nothing
// is kept and nothing is left of a link that closed.
import { Gauge, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import type { Clock } from '../../runtime/clock.ts';
import type { Link } from './link/link.ts';

type Labels = 'account' | 'device' | 'problem';

/** A link's value; undefined leaves out the link. */
interface Reading {
  name: string;
  help: string;
  read: (link: Link, nowMs: number) => number | undefined;
}

const readings: readonly Reading[] = [
  { name: 'up', help: '1 for a device that is linked to this replica', read: () => 1 },
  {
    name: 'last_heard_seconds',
    help: 'Seconds since a frame of the device was last received',
    read: (link, nowMs) => Math.max(nowMs - link.lastReceivedMs, 0) / 1000,
  },
  {
    name: 'jobs_under_way',
    help: 'Texts handed over to the device whose submit has not ended',
    read: (link) => link.jobs.size,
  },
  {
    name: 'signal_percent',
    help: 'Signal strength, 0 to 100, where the device reports it',
    read: (link) => link.state?.signalPercent ?? undefined,
  },
  {
    name: 'battery_percent',
    help: "The battery's charge, 0 to 100, where the device reports it",
    read: (link) => link.state?.batteryPercent ?? undefined,
  },
];

/** A gauge whose values are made when they are asked for, without prom-client's bookkeeping of labels. */
class DeviceGauge extends Gauge<Labels> {
  readonly #values: () => MetricValue<Labels>[];

  constructor(registry: Registry, name: string, help: string, values: () => MetricValue<Labels>[]) {
    super({ name, help, labelNames: ['account', 'device', 'problem'], registers: [registry] });
    this.#values = values;
  }

  override async get(): Promise<MetricObjectWithValues<MetricValue<Labels>>> {
    return { ...(await super.get()), values: this.#values() };
  }
}

const labelsOf = ({ device }: Link) => ({
  account: String(device.accountId),
  device: String(device.deviceId),
});

/** Registers a gauge for each thing that is known of a linked device. */
export function registerDeviceMetrics(
  registry: Registry,
  { links, clock }: { links: () => Iterable<Link>; clock: Clock },
): void {
  for (const { name, help, read } of readings) {
    new DeviceGauge(registry, `textrelay_core_device_${name}`, help, () => {
      const nowMs = clock.nowMs();
      const values: MetricValue<Labels>[] = [];
      for (const link of links()) {
        const value = read(link, nowMs);
        if (value !== undefined) values.push({ labels: labelsOf(link), value });
      }
      return values;
    });
  }
  new DeviceGauge(
    registry,
    'textrelay_core_device_problem',
    '1 for a device that cannot send, by what keeps it from it',
    () => {
      const values: MetricValue<Labels>[] = [];
      for (const link of links()) {
        const problem = link.state?.problem;
        if (problem) values.push({ labels: { ...labelsOf(link), problem }, value: 1 });
      }
      return values;
    },
  );
}
