// AuditEventService: what people, keys and operators changed.
import type { ConnectRouter } from '@connectrpc/connect';
import { AuditActor, AuditEventService } from '../../../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import type { AuditLog } from '../../../app/audit/audit_log.ts';
import { nullsAbsent, toTimestamp } from '../../../connect/proto_values.ts';
import type { AuditEvent } from '../../../store/audit/audit_events.ts';
import { wordOf } from '../words.ts';

const actors: Record<AuditEvent['actorType'], AuditActor> = {
  user: AuditActor.USER,
  key: AuditActor.KEY,
  platform: AuditActor.PLATFORM,
  operator: AuditActor.OPERATOR,
};

const kindOf = (caller: AuditActor): AuditEvent['actorType'] | '' =>
  caller === AuditActor.UNSPECIFIED ? '' : wordOf('actor', actors, caller);

const toAuditEvent = ({ accountId: _account, nonce: _nonce, atMs, actorType, ...event }: AuditEvent) => ({
  ...nullsAbsent(event),
  at: toTimestamp(atMs),
  actor: actors[actorType],
});

/** Serves AuditEventService. */
export function routeAuditEvents(router: ConnectRouter, auditLog: Pick<AuditLog, 'list'>): void {
  router.service(AuditEventService, {
    async listAuditEvents({ accountId, limit, cursor, actor, method }) {
      const page = await auditLog.list(accountId, { limit, cursor, actorType: kindOf(actor), method });
      return { ...page, auditEvents: page.auditEvents.map(toAuditEvent) };
    },
  });
}
