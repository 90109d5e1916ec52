// The whole product on a PostgreSQL of three nodes that fails over by Patroni, while one thing after the other befalls it. The
// campaign plays it (test/campaign/), and the ledgers of what stands around the product are the judges.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { Report } from '../campaign/report.ts';
import { missingForCluster } from '../campaign/world/cluster/settings.ts';
import { extent, isNightly } from '../support/extent.ts';

const root = join(import.meta.dirname, '../..');

/** Each befalls the cluster once, in an order of the seed's; in the suite it is only the first. */
const allKinds = [
  'crash_database',
  'fill_database_disk',
  'freeze_database',
  'kill_database',
  'kill_patroni',
  'lose_database_quorum',
  'lose_database_standby',
  'part_database',
  'switch_database_over',
];
const kinds = isNightly ? allKinds : allKinds.slice(0, 1);
/** Of these a round ends only when another node leads. */
const promoting = [
  'crash_database',
  'freeze_database',
  'kill_patroni',
  'part_database',
  'switch_database_over',
];
/** It is about time, which beside other tests says little of the product. */
const ofTime = 'somebody is always answered';

let campaign: ChildProcess | undefined;
afterEach(async () => {
  if (!campaign || campaign.exitCode !== null || campaign.signalCode !== null) return;
  const gone = new Promise((resolve) => campaign?.once('exit', resolve));
  campaign.kill('SIGTERM');
  await gone;
}, 30_000);

/** Plays the rounds; returns the report, as JSON and in words. */
async function playRounds(): Promise<{ report: Report; words: string }> {
  const rounds = ['--cluster', '--small', '--rounds', String(kinds.length), '--only', kinds.join(',')];
  const command = [process.execPath, 'test/campaign/main.ts', ...rounds, '--out', '-'];
  // It is asked to stop when this process is killed, and clears up.
  campaign = spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = (await text(campaign.stdout as NonNullable<ChildProcess['stdout']>)).trimEnd().split('\n');
  const words = lines.slice(0, -1).join('\n');
  if (!lines.at(-1)?.startsWith('{')) throw new Error(`the campaign came to no report:\n${lines.join('\n')}`);
  const report = JSON.parse(lines.at(-1) as string) as Report;
  if (report.directory) rmSync(report.directory, { recursive: true });
  return { report, words };
}

/** The guarantees that were broken. */
const brokenIn = ({ breaches }: Report) =>
  [...new Set(breaches.map(({ guarantee }) => guarantee))].filter((guarantee) => guarantee !== ofTime);

const missing = missingForCluster();
const title =
  'whatever befalls a database of three nodes that fails over, no acknowledged text is lost, sent twice or stuck, and no feed has a gap';

test.skipIf(missing)(
  missing ? `${title} [skipped: ${missing}]` : title,
  { timeout: extent({ suite: 300_000, nightly: 900_000 }) },
  async () => {
    const { report, words } = await playRounds();
    expect(brokenIn(report), words).toEqual([]);
    expect(report.stillOpen, words).toBe('');
    expect(report.everyRound.map(({ kind }) => kind).sort(), words).toEqual(kinds);
    for (const { kind, acknowledgedBefore, acknowledgedMeanwhile, promotions } of report.everyRound) {
      expect(acknowledgedBefore, `sends were acknowledged before ${kind}:\n${words}`).toBe(true);
      expect(acknowledgedMeanwhile, `sends were acknowledged again during ${kind}:\n${words}`).toBe(
        kind === 'lose_database_quorum' ? null : true,
      );
      if (promoting.includes(kind)) expect(promotions.after, words).toBeGreaterThan(promotions.before);
    }
    for (const ledger of ['agent-phone-1', 'modem of mixed-1', 'smsc-0'])
      expect(report.submits[ledger], `${ledger}\n${words}`).toBeGreaterThan(0);
  },
);
