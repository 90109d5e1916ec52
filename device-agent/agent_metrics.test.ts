// What a scrape shows of an agent.
import { expect, test } from 'vitest';
import type { AgentState } from './agent.ts';
import { AgentMetrics } from './agent_metrics.ts';

const state: AgentState = {
  link: 'up',
  reconnects: 3,
  driver: { detail: 'fine', signalPercent: 61, batteryPercent: 80, inboxFull: true },
  counts: {
    jobs: { accepted: 2, intent: 1, sent: 5, failed: 0, unknown: 0, superseded: 0, handed_back: 0 },
    unsentReports: 4,
    unackedInbound: 6,
  },
  submits: { accepted: 7, rejected: 1, retried: 2, unknown: 1 },
};

/** The served values by their names, without help and types. */
async function scrape(metrics: AgentMetrics, seen: AgentState | undefined): Promise<Record<string, number>> {
  const text = await metrics.render(seen);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value] = line.replace('textrelay_agent_', '').split(' ');
      return [name, Number(value)];
    }),
  );
}

test('the queue, the device, the submits and the link are numbers', async () => {
  expect(await scrape(new AgentMetrics(), state)).toMatchObject({
    queue_length: 3,
    unsent_reports: 4,
    unacked_inbound: 6,
    link_up: 1,
    reconnects: 3,
    driver_ok: 1,
    signal_percent: 61,
    battery_percent: 80,
    inbox_full: 1,
    'driver_problem{problem="no_network"}': 0,
    'jobs{state="sent"}': 5,
    'submits_total{result="accepted"}': 7,
    'submits_total{result="rejected"}': 1,
    'submits_total{result="retried"}': 2,
    'submits_total{result="unknown"}': 1,
  });
});

test('a problem is named by its label, one at a time, and what is not known is not served', async () => {
  const metrics = new AgentMetrics();
  await scrape(metrics, state);
  const troubled = { ...state, driver: { problem: 'no_network', detail: 'searching' } as const };
  const seen = await scrape(metrics, troubled);
  expect(seen).toMatchObject({ driver_ok: 0, inbox_full: 0, 'driver_problem{problem="no_network"}': 1 });
  expect(Object.values(seen).length).toBe(Object.values(await scrape(metrics, troubled)).length);
  const problems = Object.entries(seen).filter(([name]) => name.startsWith('driver_problem'));
  expect(problems.reduce((sum, [, value]) => sum + value, 0)).toBe(1);
  expect(problems).toHaveLength(7);
  expect(seen).not.toHaveProperty('signal_percent');
  expect(seen).not.toHaveProperty('battery_percent');
  expect(await scrape(metrics, state)).toMatchObject({ driver_ok: 1, signal_percent: 61 });
});

test('sums do not grow by being looked at, and an agent that has ended shows nothing', async () => {
  const metrics = new AgentMetrics();
  await scrape(metrics, state);
  expect(await scrape(metrics, state)).toMatchObject({ 'submits_total{result="accepted"}': 7 });
  expect(await metrics.render(undefined)).toBe('');
});
