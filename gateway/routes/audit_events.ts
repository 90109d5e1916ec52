// What people, keys and operators changed in the account, for its owner.
import { AuditActor, AuditEventService } from '../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import { AuditEventsAnswer, actors, renderAuditEvent } from '../resources/audit/audit_event.ts';
import { text } from '../schemas/kinds.ts';
import { filterText, optionalWord, type Parameter, pageOf, textCursor } from '../schemas/parameters.ts';

const { method } = AuditEventService;

const actorWord = optionalWord(actors.all, 'Only changes by such a caller.');
const actor: Parameter<AuditActor> = {
  ...actorWord,
  read(value, name): AuditActor {
    const word = actorWord.read(value || undefined, name);
    return word === undefined ? AuditActor.UNSPECIFIED : actors.valueOf(word);
  },
};

const listAuditEvents = route('GET /api/v1/audit-events', {
  id: 'consoleListAuditEvents',
  summary: 'Read what was changed in the account, and by whom.',
  session: 'account',
  query: {
    ...pageOf('audit_events', textCursor),
    actor,
    method: filterText(
      text('Only calls of this method, like KeyService/RevokeKey, or of this service, like KeyService.'),
    ),
  },
  answer: AuditEventsAnswer,
  handler: async (request, { ask }) => {
    const { actor: actorType, ...query } = request.query;
    const asked = { accountId: accountOf(request), actorType, ...query };
    const { auditEvents, nextCursor } = await ask(method.listAuditEvents, asked, request);
    return { audit_events: auditEvents.map(renderAuditEvent), next_cursor: nextCursor ?? null };
  },
});

export const auditRoutes: readonly Route[] = [listAuditEvents];
