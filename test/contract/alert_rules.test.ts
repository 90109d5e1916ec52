// What watches the service from outside: the alert rules and the dashboard name only what the service really serves,
// and the rules raise what the recorded failures have to raise.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AgentMetrics } from '../../device-agent/agent_metrics.ts';
import { createMetrics as createGatewayMetrics } from '../../gateway/metrics.ts';
import { systemClock } from '../../runtime/clock.ts';
import { registerCarrierMetrics } from '../../server/carrier/carrier_metrics.ts';
import { registerDeviceMetrics } from '../../server/device/device_metrics.ts';
import { alertRules } from '../../server/ops/alerts/rules.ts';
import { rulesFile } from '../../server/ops/alerts/rules_file.ts';
import { createMetrics as createCoreMetrics } from '../../server/ops/metrics.ts';

const folder = join(import.meta.dirname, '..', '..', 'server', 'ops', 'alerts');
const rules = readFileSync(join(folder, 'textrelay.rules.yaml'), 'utf8');
const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(folder, 'grafana_dashboard.json'), 'utf8'),
);

const agentState = {
  link: 'up',
  reconnects: 0,
  driver: { detail: '' },
  counts: {
    jobs: { accepted: 0, intent: 0, sent: 0, failed: 0, unknown: 0, superseded: 0, handed_back: 0 },
    unsentReports: 0,
    unackedInbound: 0,
  },
  submits: { accepted: 0, rejected: 0, retried: 0, unknown: 0 },
} as const;

/** Every name that /metrics of core, gateway and agent serves. */
async function servedNames(): Promise<Set<string>> {
  const core = createCoreMetrics();
  registerDeviceMetrics(core.registry, { links: () => [], clock: systemClock });
  registerCarrierMetrics(core.registry, () => []);
  const gateway = createGatewayMetrics(() => 0);
  gateway.watchUnread(() => 0);
  const texts = [
    await core.registry.metrics(),
    await gateway.registry.metrics(),
    await new AgentMetrics().render(agentState),
  ];
  const names = new Set<string>();
  for (const [, name = '', kind] of texts.join('\n').matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const end of kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(name + end);
  return names;
}

/** What Prometheus itself says of a scrape. */
const ofPrometheus = ['up'];
const ruleExpressions = alertRules.map(({ expr }) => expr);
const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const namesIn = (expression: string) =>
  expression.match(/\b(textrelay|process|nodejs)_[a-z0-9_]+|\bup\b/g) ?? [];

test('the rules and the dashboard name only metrics that the service has', async () => {
  const served = await servedNames();
  for (const expressions of [ruleExpressions, panelExpressions]) {
    expect(expressions.length).toBeGreaterThan(10);
    const named = expressions.map(namesIn);
    expect(named.filter((names) => names.length === 0)).toEqual([]);
    const missing = named.flat().filter((name) => !served.has(name) && !ofPrometheus.includes(name));
    expect(missing).toEqual([]);
  }
});

test('the rules of Prometheus are made of the one list, and each is raised in a recorded failure', () => {
  expect(rules).toBe(rulesFile());
  const recorded = readFileSync(join(folder, 'textrelay.rules_test.yaml'), 'utf8');
  for (const { name } of alertRules) expect(recorded).toContain(`{alertname="${name}"}`);
});

test('promtool, where it is installed, raises them so, and reads the dashboard', ({ skip }) => {
  if (spawnSync('promtool', ['--version']).error) skip('there is no promtool here');
  // A dashboard's expressions are read as rules that record.
  const recorded = panelExpressions.map((expr, at) => ({ record: `panel_${at}`, expr }));
  const dashboardRules = join(mkdtempSync(join(tmpdir(), 'dashboard-')), 'rules.json');
  writeFileSync(dashboardRules, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
  for (const words of [
    ['check', 'rules', 'textrelay.rules.yaml'],
    ['test', 'rules', 'textrelay.rules_test.yaml'],
    ['check', 'rules', dashboardRules],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' });
    expect(`${words.join(' ')}: ${status} ${status === 0 ? '' : stdout + stderr}`).toBe(
      `${words.join(' ')}: 0 `,
    );
  }
});
