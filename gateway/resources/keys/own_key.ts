// A key as it sees itself.
import { KeyBudgetSchema, KeyPolicySchema } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import type { DescribeKeyResponse } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { resource } from '../../interface/resources.ts';
import { flag, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf, missing } from '../../schemas/resource.ts';

const { Shape: PolicyShape, render: renderPolicy } = resource(KeyPolicySchema);

const { Shape: BudgetShape, render: renderBudget } = resource(KeyBudgetSchema);

const { field, resource: describe } = madeOf<DescribeKeyResponse>();

export const { Shape: OwnKeyShape, render: renderOwnKey } = describe(
  'OwnKey',
  'The key of the request, as it sees itself.',
  {
    id: field(integer(1, 'As the console shows it.'), ({ key }) => Number((key ?? missing()).id)),
    label: field(text('A note to recognise it by; may be empty.'), ({ key }) => key?.label ?? ''),
    sandbox: field(
      flag('True for a key of the sandbox: its texts reach simulators alone and cost no quota.'),
      ({ key }) => key?.sandboxAccount !== undefined,
    ),
    policy: field(nullable(PolicyShape), ({ key }) => (key?.policy ? renderPolicy(key.policy) : null)),
    hour: field(nullable(BudgetShape), ({ hour }) => (hour ? renderBudget(hour) : null)),
    day: field(nullable(BudgetShape), ({ day }) => (day ? renderBudget(day) : null)),
  },
  {
    id: 2,
    label: 'Reminders',
    policy: {
      scopes: ['read', 'send'],
      ends_at: null,
      recipients: ['+1500*'],
      per_hour: 20,
      per_day: null,
      from: null,
      require_approval: 'new_recipients',
      reads: 'known',
    } as never,
    hour: { limit: 20, remaining: 19, resets_at: '2026-11-20T11:00:00.000Z' },
  },
);
