// OperationsService: the health of the service, and what waits for its operator.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  FindingLevel,
  type GetDailyHealthResponseSchema,
  type GetHealthResponseSchema,
  OperationsService,
  StandingOutReason,
} from '../../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { readVersion } from '../../../../runtime/version.ts';
import type { ReadTimeline } from '../../../app/messages/timeline.ts';
import type { DailyHealth, ReadDailyHealth } from '../../../app/operations/daily_health.ts';
import type { Diagnose } from '../../../app/operations/diagnose/diagnose.ts';
import type { ReadHealth, ServiceHealth } from '../../../app/operations/health.ts';
import type { HeldTextsDesk } from '../../../app/operations/held_texts.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { alertRules } from '../../../ops/alerts/rules.ts';
import type { AlertRow } from '../../../store/operations/alerts.ts';
import { toLogged } from '../messages/message_proto.ts';
import { toTimeline } from '../messages/timeline_proto.ts';

const toHealth = ({
  core: { startedAtMs, ...core },
  stats,
  oldestSeconds,
}: ServiceHealth): MessageInitShape<typeof GetHealthResponseSchema> => ({
  cores: [
    {
      ...core,
      startedAt: toTimestamp(startedAtMs),
      textsHandedOver: BigInt(core.textsHandedOver),
      textsExpired: BigInt(core.textsExpired),
      calls: BigInt(core.calls),
      callsFailed: BigInt(core.callsFailed),
    },
  ],
  carrierCores: stats.carrierCores,
  queue: { device: stats.waitingForDevice, gateway: stats.waitingForCarrier },
  oldestWaitingSeconds: oldestSeconds,
  database: {
    version: stats.databaseVersion,
    bytes: BigInt(stats.databaseBytes),
    connections: stats.connections,
    mostConnections: stats.mostConnections,
    startedAt: toTimestamp(stats.databaseStartedAtMs),
  },
});

const reasons = {
  opt_outs: StandingOutReason.OPT_OUTS,
  failures: StandingOutReason.FAILURES,
  volume: StandingOutReason.VOLUME,
};

const toDay = ({
  hours,
  accounts,
  isComplete,
}: DailyHealth): MessageInitShape<typeof GetDailyHealthResponseSchema> => ({
  hours: hours.map(({ startMs, ...hour }) => ({ ...hour, start: toTimestamp(startMs) })),
  accounts: accounts.map(({ id, isSuspended, ...account }) => ({
    ...account,
    accountId: id,
    suspended: isSuspended,
    reasons: account.reasons.map((reason) => reasons[reason]),
  })),
  complete: isComplete,
});

const levels = { ok: FindingLevel.OK, warning: FindingLevel.WARNING, fault: FindingLevel.FAULT };

interface OperationsOptions {
  readHealth: ReadHealth;
  readDay: ReadDailyHealth;
  held: HeldTextsDesk;
  diagnose: Diagnose;
  listAlerts: () => Promise<AlertRow[]>;
  tryAlerts: () => Promise<{ target: string; error: string }[]>;
  /** The variables that are set, as far as they may be shown. */
  settings: readonly { name: string; value: string }[];
  timeline: ReadTimeline;
}

/** Of a newer core's rule only its name is known here. */
function toAlert({ rule, summary, sinceMs, reportedAtMs, overAtMs }: AlertRow) {
  const { action = '', severity } = alertRules.find(({ name }) => name === rule) ?? {};
  return {
    ...{ rule, summary, action, critical: severity === 'critical' },
    since: toTimestamp(sinceMs),
    reportedAt: toTimestamp(reportedAtMs),
    overAt: toTimestamp(overAtMs),
  };
}

/** Serves OperationsService. */
export function routeOperations(
  router: ConnectRouter,
  { readHealth, readDay, held, diagnose, listAlerts, tryAlerts, settings, timeline }: OperationsOptions,
): void {
  router.service(OperationsService, {
    getHealth: async () => toHealth(await readHealth()),
    listAlerts: async () => ({ alerts: (await listAlerts()).map(toAlert) }),
    async testAlerts() {
      const targets = (await tryAlerts()).map(({ target, error }) => ({ name: target, error }));
      return { targets };
    },
    async diagnose() {
      const { findings, tables } = await diagnose();
      return {
        findings: findings.map(({ level, ...finding }) => ({ ...finding, level: levels[level] })),
        settings: [...settings],
        tables: tables.map(({ name, rows, bytes }) => ({ name, rows: BigInt(rows), bytes: BigInt(bytes) })),
        version: readVersion(),
        nodeVersion: process.versions.node,
      };
    },
    getDailyHealth: async () => toDay(await readDay()),
    async getTextOfAccount({ accountId, id }) {
      const found = await timeline(accountId, id);
      const { text, deadlineAtMs, attempt, partsDelivered } = found.detail;
      return {
        ...toTimeline(found),
        message: toLogged({ ...text, body: '' }),
        deadlineAt: toTimestamp(deadlineAtMs),
        attempt,
        partsDelivered: partsDelivered ?? undefined,
      };
    },

    async countHeldTexts({ cursor = 0n }) {
      const { accounts, next } = await held.list(cursor);
      return { accounts, ...(next !== undefined && { nextCursor: next }) };
    },
    decideHeldTexts: ({ accountId, release }) => held.decide(accountId, release),
  });
}
