// What was changed in an account.
import { Type } from 'typebox';
import { AuditActor, type AuditEvent } from '../../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';

export const actors = names({
  [AuditActor.USER]: 'user',
  [AuditActor.KEY]: 'key',
  [AuditActor.PLATFORM]: 'platform',
  [AuditActor.OPERATOR]: 'operator',
});

const { field, resource } = madeOf<AuditEvent>();

const { Shape, render: renderAuditEvent } = resource(
  'AuditEvent',
  'A call that changes something. It holds no words of texts, no addresses of recipients and no secrets.',
  {
    at: instant('When.'),
    actor: field(actors.schema('Who called; operator is the command line of the service.'), ({ actorType }) =>
      actors.of(actorType),
    ),
    actor_id: nullable(
      integer(
        1,
        'The person or the key; null for the command line, and for a person whose session ended at that moment.',
      ),
    ),
    actor_name: text('A key’s label, or a person’s name and e-mail address, as it was then.'),
    method: text('What was called, like KeyService/RevokeKey.'),
    object: text('The ids of what it was called on, or made, like key_id 7; empty for the account itself.'),
    outcome: nullable(
      text('done, or the code of the refusal; null while it is under way, and where it is not known.'),
    ),
  },
);

export { renderAuditEvent };

export const AuditEventsAnswer = Type.Object(
  {
    audit_events: Type.Array(Shape, { description: 'Newest first.' }),
    next_cursor: nullable(text('What to pass as cursor for the next page; null on the last one.')),
  },
  { title: 'AuditEvents', description: 'A page of the list.' },
);
