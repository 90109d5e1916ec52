// `status`: the state of the agent, for a person or as JSON.
import type { Command } from 'commander';
import { describeSpan } from '../doctor/diagnose_clock.ts';
import { type JournalStatus, readStatus, type Status } from '../home/status.ts';
import type { NotedHealth } from '../status/noted_health.ts';
import type { CommandContext } from './command_context.ts';

export function addStatusCommand(program: Command, context: CommandContext): void {
  program
    .command('status')
    .description('show the pairing, the device, and what the journal holds; also while the agent runs')
    .option('--json', 'answer with one JSON document')
    .action(({ json }: { json?: boolean }) => {
      const status = readStatus(context.dir(), context.clock.nowMs());
      context.say(json ? JSON.stringify(statusJson(status), null, 2) : renderStatus(status));
    });
}

/** Less than this is how long the answer took. */
const clockToleratedMs = 2_000;

/** The status as a person reads it. */
function renderStatus({ dir, device, isRunning, journal }: Status): string {
  if (device === undefined)
    return renderLines([
      ['directory', dir],
      ['device', 'not paired'],
    ]);
  return renderLines([
    ['directory', dir],
    ['device', `${device.id} of account ${device.accountName}`],
    ['core', `${device.coreUrl}${journal?.coreVersion ? ` (version ${journal.coreVersion})` : ''}`],
    ['agent', isRunning ? 'running' : 'not running'],
    ...(journal === undefined ? [['journal', 'none yet'] as const] : journalLines(journal, isRunning)),
  ]);
}

function journalLines(journal: JournalStatus, isRunning: boolean): (readonly [string, string])[] {
  const { counts, today, health, coreOffsetMs = 0 } = journal;
  const { accepted, intent } = counts.jobs;
  const offset = Math.abs(coreOffsetMs) < clockToleratedMs ? undefined : describeSpan(Math.abs(coreOffsetMs));
  return [
    ['link', journal.link],
    ...(health === undefined ? [] : healthLines(health, isRunning)),
    ...(offset
      ? [['clock', `${offset} ${coreOffsetMs > 0 ? 'behind' : 'ahead of'} the core's`] as const]
      : []),
    ['journal', journal.id],
    ['queue', `${plural(accepted + intent, 'text')}, ${intent} of them at the device`],
    [
      'unsent',
      `${plural(counts.unsentReports, 'report')}, ${plural(counts.unackedInbound, 'received text')}`,
    ],
    [
      'today',
      `${today.sent} sent, ${today.delivered} delivered, ${today.failed} failed, ${today.unknown} unknown, ${today.received} received (UTC)`,
    ],
  ];
}

function healthLines(health: NotedHealth, isRunning: boolean): (readonly [string, string])[] {
  const { problem, detail, signalPercent, batteryPercent, inboxFull, atMs, driver } = health;
  const words = problem === undefined ? `can send (${detail})` : `cannot send: ${detail} (${problem})`;
  const since = `${isRunning ? 'since' : 'last seen'} ${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')}`;
  return [
    ['driver', `${driver === undefined ? '' : `${driver}: `}${words}, ${since} UTC`],
    ...(signalPercent === undefined ? [] : [['signal', `${signalPercent} %`] as const]),
    ...(batteryPercent === undefined ? [] : [['battery', `${batteryPercent} %`] as const]),
    ...(inboxFull ? [['inbox', "the device's memory for received texts is full"] as const] : []),
  ];
}

/** The status for programs; null is not known. */
function statusJson({ dir, device, isRunning, journal }: Status) {
  return {
    directory: dir,
    paired: device !== undefined,
    device_id: device?.id ?? null,
    account: device?.accountName ?? null,
    core_url: device?.coreUrl ?? null,
    running: isRunning,
    journal: journal === undefined ? null : journalJson(journal),
  };
}

function journalJson({ id, link, coreVersion, coreOffsetMs, health, counts, today }: JournalStatus) {
  return {
    id,
    link,
    core_version: coreVersion ?? null,
    core_clock_offset_ms: coreOffsetMs ?? null,
    driver:
      health === undefined
        ? null
        : {
            name: health.driver ?? null,
            problem: health.problem ?? null,
            detail: health.detail,
            signal_percent: health.signalPercent ?? null,
            battery_percent: health.batteryPercent ?? null,
            inbox_full: health.inboxFull ?? false,
            noted_at: new Date(health.atMs).toISOString(),
          },
    queue_length: counts.jobs.accepted + counts.jobs.intent,
    unsent_reports: counts.unsentReports,
    unacknowledged_inbound: counts.unackedInbound,
    jobs: counts.jobs,
    today_utc: today,
  };
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const renderLines = (lines: (readonly [string, string])[]): string =>
  lines.map(([label, text]) => `${label.padEnd(11)}${text}`).join('\n');
