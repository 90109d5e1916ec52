// What the fake core answers of what is retained, erased and changed.
import type { ConnectRouter } from '@connectrpc/connect';
import { AuditActor, AuditEventService } from '../../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { ErasureKind, ErasureService } from '../../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { RetentionService } from '../../../proto/gen/textrelay/v1/retention_service_pb.ts';
import type { Notes } from './notes.ts';
import { at } from './samples.ts';

/** Adds the services. */
export function addRetentionRoutes(router: ConnectRouter, notes: Notes): void {
  const retention = { own: { textsDays: 90 }, usual: { wordsDays: 7 } };
  router.service(RetentionService, {
    getRetention: (request) => notes.noted('getRetention', request, retention),
    exportAccount: (request) =>
      notes.noted('exportAccount', request, {
        lines: [`{"table":"account","row":{"page":"${request.cursor ?? ''}"}}`],
        ...(request.cursor === undefined && { nextCursor: 'more' }),
      }),
    setRetention: (request) => notes.noted('setRetention', request, { ...retention, own: request.own }),
  });
  const erasure = {
    ...{ id: 2n, kind: ErasureKind.RECIPIENT, askedBy: 'the operator', note: 'ticket 7' },
    ...{ askedAt: at('2026-11-20T10:00:00Z'), erased: [{ table: 'message', rows: 12n }] },
    retained: [
      { table: 'incoming_webhook', name: 'door' },
      { table: 'opt_out', name: '' },
    ],
  };
  router.service(AuditEventService, {
    listAuditEvents: (request) =>
      notes.noted('listAuditEvents', request, {
        auditEvents: [
          {
            ...{ at: at('2026-11-20T10:00:00Z'), actor: AuditActor.USER, actorId: 7n },
            ...{ actorName: 'Ada <ada@example.com>', method: 'KeyService/RevokeKey', object: 'key_id 3' },
            outcome: 'done',
          },
        ],
        nextCursor: 'more',
      }),
  });
  router.service(ErasureService, {
    eraseRecipient: (request) => notes.noted('eraseRecipient', request, { erasure }),
    eraseAccount: (request) =>
      notes.noted('eraseAccount', request, { erasure: { ...erasure, kind: ErasureKind.ACCOUNT } }),
    listErasures: (request) => notes.noted('listErasures', request, { erasures: [erasure], nextCursor: 2n }),
  });
}
