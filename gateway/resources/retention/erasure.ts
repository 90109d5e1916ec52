// What was erased on request.
import { Type } from 'typebox';
import { type Erasure, ErasureKind } from '../../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { toNumber } from '../../schemas/integers.ts';
import { boundedText, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';
import { maxAddressLength } from '../../schemas/text_rules.ts';

const kinds = names({ [ErasureKind.RECIPIENT]: 'recipient', [ErasureKind.ACCOUNT]: 'account' });

const { field, resource } = madeOf<Erasure>();

const { Shape: ErasureShape, render: renderErasure } = resource(
  'Erasure',
  'A request to erase, and what became of it. It does not say whom it was about.',
  {
    id: integer(1, 'Counted per account.'),
    kind: field(kinds.schema('What it is about.'), ({ kind }) => kinds.of(kind)),
    asked_by: text('Who asked: a name and an e-mail address, or the operator.'),
    note: text('What they wrote of it.'),
    asked_at: instant('When it was asked for.'),
    done_at: nullable(instant('When nothing was left; null while it is under way.')),
    erased: field(
      Type.Array(
        Type.Object({
          table: text('By the name that the guide Operating has.'),
          rows: integer(1, 'How many.'),
        }),
        { description: 'Rows that were deleted or emptied so far, by table.' },
      ),
      ({ erased }) => erased.map(({ table, rows }) => ({ table, rows: toNumber(rows) })),
    ),
    retained: field(
      Type.Array(
        Type.Object({
          table: text('opt_out, incoming_webhook or api_key.'),
          name: text('The name of the incoming webhook, or the id of the key; empty for the opt-out.'),
        }),
        {
          description:
            'What still names the recipient and stays, as it was when they asked, and from done_at on as it was then.',
        },
      ),
      ({ retained }) => retained.map(({ table, name }) => ({ table, name })),
    ),
  },
);

export { renderErasure };

const note = Type.Optional(boundedText(0, 100, 'For the list, like the number of a ticket. It stays.'));

export const EraseRecipientBody = Type.Object(
  {
    address: boundedText(1, maxAddressLength, 'The number, or the name that texts came from.'),
    note,
  },
  { title: 'EraseRecipient' },
);

export const EraseAccountBody = Type.Object(
  {
    name: Type.String({ maxLength: 100, description: 'The name of the account, so that no other is meant.' }),
    note,
  },
  { title: 'EraseAccount' },
);

export const ErasureAnswer = Type.Object({ erasure: ErasureShape }, { title: 'OneErasure' });

export const ErasuresAnswer = Type.Object(
  {
    erasures: Type.Array(ErasureShape, { description: 'Newest first.' }),
    next_cursor: nullable(text('What to pass as cursor for the next page; null on the last one.')),
  },
  { title: 'Erasures', description: 'A page of the list.' },
);
