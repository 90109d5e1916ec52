// What was changed in an account.
import { Type } from 'typebox';
import { type AccountChange, ChangeCaller } from '../../../../proto/gen/textrelay/v1/change_service_pb.ts';
import { instant, integer, nullable, text } from '../../kinds.ts';
import { madeOf, names } from '../../resource.ts';

export const callers = names({
  [ChangeCaller.PERSON]: 'person',
  [ChangeCaller.KEY]: 'key',
  [ChangeCaller.PLATFORM]: 'platform',
  [ChangeCaller.OPERATOR]: 'operator',
});

const { field, resource } = madeOf<AccountChange>();

const { Shape, render: renderChange } = resource(
  'AccountChange',
  'A call that changes something. It holds no words of texts, no addresses of recipients and no secrets.',
  {
    at: instant('When.'),
    caller: field(
      callers.schema('Who called; operator is the command line of the service.'),
      ({ callerKind }) => callers.of(callerKind),
    ),
    caller_id: nullable(
      integer(
        1,
        'The person or the key; null for the command line, and for a person whose session ended at that moment.',
      ),
    ),
    caller_name: text('A key’s label, or a person’s name and e-mail address, as it was then.'),
    method: text('What was called, like KeyService/RevokeKey.'),
    object: text('The ids of what it was called on, or made, like key_id 7; empty for the account itself.'),
    outcome: nullable(
      text('done, or the code of the refusal; null while it is under way, and where it is not known.'),
    ),
  },
);

export { renderChange };

export const ChangesAnswer = Type.Object(
  {
    changes: Type.Array(Shape, { description: 'Newest first.' }),
    next_cursor: nullable(text('What to pass as cursor for the next page; null on the last one.')),
  },
  { title: 'AccountChanges', description: 'A page of the list.' },
);
