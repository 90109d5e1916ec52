// What a core has counted since it was started, as numbers.
import type { Counter, Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

const sum = async (
  metric: Counter<string> | Gauge<string>,
  which: (labels: object) => boolean = () => true,
) => (await metric.get()).values.reduce((all, { value, labels }) => (which(labels) ? all + value : all), 0);

/** Reads them. */
export const coreFiguresOf = async ({ links, watches, handedOver, expired, calls }: Metrics) => ({
  links: await sum(links),
  watches: await sum(watches),
  textsHandedOver: await sum(handedOver),
  textsExpired: await sum(expired),
  calls: await sum(calls),
  callsFailed: await sum(calls, (labels) => 'outcome' in labels && labels.outcome === 'error'),
});
