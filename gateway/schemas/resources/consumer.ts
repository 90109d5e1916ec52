// A named cursor.
import type { NamedPlace } from '../../../proto/gen/textrelay/v1/place_service_pb.ts';
import { toNumber } from '../integers.ts';
import { instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, renderInstant, resource } from '../resource.ts';

const field = fieldOf<NamedPlace>();

export const {
  Shape: ConsumerShape,
  render: renderConsumer,
  example: exampleConsumer,
} = resource('Consumer', 'A named place in the feed that the service keeps.', {
  name: field(text('Its name.'), ({ name }) => name, 'billing'),
  cursor: field(
    integer(0, 'Everything up to this seq was acknowledged.'),
    ({ cursor }) => toNumber(cursor),
    43,
  ),
  behind: field(integer(0, 'By how many seqs it is behind the newest.'), ({ behind }) => toNumber(behind), 2),
  moved_at: field(
    instant('When the cursor last moved, or was made.'),
    ({ movedAt }) => renderInstant(movedAt ?? missing()),
    '2026-11-21T08:30:20.000Z',
  ),
  created_at: field(
    instant('When it was made.'),
    ({ createdAt }) => renderInstant(createdAt ?? missing()),
    '2026-11-20T12:00:00.000Z',
  ),
  lease_until: field(
    nullable(instant('Until when a reader has it; null when nobody has.')),
    ({ leaseUntil }) => instantOrNull(leaseUntil),
    null,
  ),
});
