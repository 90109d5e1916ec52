// A named cursor.
import type { Subscription } from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';

export const { Shape: ConsumerShape, render: renderConsumer } = madeOf<Subscription>().resource(
  'Consumer',
  'A subscription in the feed that the service keeps.',
  {
    name: text('Its name.'),
    cursor: integer(0, 'Everything up to this seq was acknowledged.'),
    behind: integer(0, 'By how many seqs it is behind the newest.'),
    moved_at: instant('When the cursor last moved, or was made.'),
    created_at: instant('When it was made.'),
    lease_until: nullable(instant('Until when a reader has it; null when none has.')),
  },
  {
    name: 'billing',
    cursor: 43,
    behind: 2,
    moved_at: '2026-11-21T08:30:20.000Z',
    created_at: '2026-11-20T12:00:00.000Z',
  },
);
