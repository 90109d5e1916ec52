// A key's policy, as it is asked for and answered, and the key as it sees itself.
import { create } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import {
  type KeyBudget,
  type KeyPolicy,
  KeyPolicySchema,
  KeyReads,
  KeyScope,
  RequireApproval,
} from '../../../proto/gen/textrelay/v1/key_pb.ts';
import type { DescribeKeyResponse } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { maxInstantLength, readInstant } from '../../schemas/instants.ts';
import { flag, instant, integer, nullable, oneOf, text } from '../../schemas/kinds.ts';
import { madeOf, missing, names } from '../../schemas/resource.ts';
import { requireText } from '../../schemas/text_rules.ts';

const scopeNames = { [KeyScope.READ]: 'read', [KeyScope.SEND]: 'send', [KeyScope.MANAGE]: 'manage' } as const;
const scopes = names(scopeNames);
const scopesOf = { read: KeyScope.READ, send: KeyScope.SEND, manage: KeyScope.MANAGE } as const;
const allScopes = Object.keys(scopesOf) as (keyof typeof scopesOf)[];

const requireApprovalOf = {
  never: RequireApproval.NEVER,
  new_recipients: RequireApproval.NEW_RECIPIENTS,
  always: RequireApproval.ALWAYS,
} as const;
const approvalRequirements = Object.keys(requireApprovalOf) as (keyof typeof requireApprovalOf)[];

const readsOf = { all: KeyReads.ALL, known: KeyReads.KNOWN } as const;
const readings = Object.keys(readsOf) as (keyof typeof readsOf)[];

const largestBudget = 1_000_000;
const mostRecipients = 1_000;
const longestRecipient = 17;
const longestSender = 64;

const words = {
  scopes:
    'What the key may do: read texts and settings, send texts, manage what belongs to the account. ' +
    'read alone cannot change anything.',
  ends_at: 'From then on it does nothing; null for never.',
  recipients:
    'Whom it may write to: ["any"], ["writers"] for those who have written to the account, or numbers as E.164 and ' +
    'prefixes with a star, like +1500*. An empty list is refused.',
  per_hour: 'Most texts in an hour of UTC; null without a bound.',
  per_day: 'Most texts in a day of UTC, not fewer than per_hour; null without a bound.',
  from: 'The sender that its texts leave by, as the from of a text; null for any.',
  require_approval:
    'When a person has to approve a text before it leaves: never, for new_recipients (no text of the account has left to ' +
    'them, and they have written none), or always. Such a text is queued with awaiting approval, for 24 hours.',
  reads:
    'Which texts it reads: all, or known, only those from and to whom it may write to. All others are as if there were none. ' +
    'known takes recipients other than any, and no scope manage.',
};

const ofPolicy = madeOf<KeyPolicy>();
const { Shape: PolicyShape, render: renderPolicy } = ofPolicy.resource(
  'KeyPolicy',
  'The limits of a key. They hold for each text, whichever way it comes.',
  {
    scopes: ofPolicy.field(Type.Array(scopes.schema('A scope.'), { description: words.scopes }), (policy) =>
      policy.scopes.map(scopes.of),
    ),
    ends_at: nullable(instant(words.ends_at)),
    recipients: Type.Array(Type.String(), { description: words.recipients }),
    per_hour: nullable(integer(1, words.per_hour)),
    per_day: nullable(integer(1, words.per_day)),
    from: nullable(text(words.from)),
    require_approval: ofPolicy.field(
      oneOf(approvalRequirements, words.require_approval),
      ({ requireApproval }) => {
        const word = approvalRequirements.find((one) => requireApprovalOf[one] === requireApproval);
        return word ?? 'never';
      },
    ),
    reads: ofPolicy.field(oneOf(readings, words.reads), ({ reads }) =>
      reads === KeyReads.KNOWN ? 'known' : 'all',
    ),
  },
);

export const PolicyField = nullable(PolicyShape);
export const policyOf = ({ policy }: { policy?: KeyPolicy }) => (policy ? renderPolicy(policy) : null);

const budget = (description: string) =>
  Type.Optional(
    nullable(
      Type.Integer({ minimum: 1, maximum: largestBudget, description: `${description} Left out: null.` }),
    ),
  );

/** A policy as it is asked for. It takes the place of the old one as a whole. */
export const AskedPolicy = Type.Object(
  {
    scopes: Type.Optional(
      Type.Array(oneOf(allScopes, 'A scope.'), {
        minItems: 1,
        maxItems: allScopes.length,
        description: `${words.scopes} Left out: all three.`,
      }),
    ),
    ends_at: Type.Optional(
      nullable(
        Type.String({
          maxLength: maxInstantLength,
          description: `${words.ends_at} RFC 3339. Left out: null.`,
        }),
      ),
    ),
    recipients: Type.Optional(
      Type.Array(Type.String({ maxLength: longestRecipient }), {
        minItems: 1,
        maxItems: mostRecipients,
        description: `${words.recipients} Left out: ["any"].`,
      }),
    ),
    per_hour: budget(words.per_hour),
    per_day: budget(words.per_day),
    from: Type.Optional(
      nullable(Type.String({ maxLength: longestSender, description: `${words.from} Left out: null.` })),
    ),
    require_approval: Type.Optional(
      oneOf(approvalRequirements, `${words.require_approval} Left out: never.`),
    ),
    reads: Type.Optional(oneOf(readings, `${words.reads} Left out: all.`)),
  },
  {
    title: 'AskedKeyPolicy',
    description: 'The limits of a key. What is left out is not limited. No other names are allowed.',
    additionalProperties: false,
  },
);

/** Reads a policy. Throws a Refusal for one with an instant or a text that cannot be read; the core judges the rest. */
export function readPolicy(asked: Static<typeof AskedPolicy>): KeyPolicy {
  const { scopes: given = allScopes, recipients = ['any'], ends_at, per_hour, per_day, from } = asked;
  const { require_approval: requireApproval = 'never', reads = 'all' } = asked;
  return create(KeyPolicySchema, {
    scopes: given.map((scope) => scopesOf[scope]),
    recipients: recipients.map((recipient) => requireText(recipient, 'policy: recipients')),
    ...(ends_at != null && { endsAt: readInstant(ends_at, 'policy: ends_at') }),
    ...(per_hour != null && { perHour: per_hour }),
    ...(per_day != null && { perDay: per_day }),
    ...(from != null && { from: requireText(from, 'policy: from') }),
    requireApproval: requireApprovalOf[requireApproval],
    reads: readsOf[reads],
  });
}

const { Shape: BudgetShape, render: renderBudget } = madeOf<KeyBudget>().resource(
  'KeyBudget',
  'What a key may still send in this hour or day; null for a key without such a bound.',
  {
    limit: integer(1, 'Most texts in it.'),
    remaining: integer(0, 'Texts that would still be accepted.'),
    resets_at: instant('When the next one begins.'),
  },
);

const ofOwn = madeOf<DescribeKeyResponse>();

export const { Shape: OwnKeyShape, render: renderOwnKey } = ofOwn.resource(
  'OwnKey',
  'The key of the request, as it sees itself.',
  {
    id: ofOwn.field(integer(1, 'As the console shows it.'), ({ key }) => Number((key ?? missing()).id)),
    label: ofOwn.field(text('A note to recognise it by; may be empty.'), ({ key }) => key?.label ?? ''),
    sandbox: ofOwn.field(
      flag('True for a key of the sandbox: its texts reach simulators alone and cost no quota.'),
      ({ key }) => key?.sandboxOf !== undefined,
    ),
    policy: ofOwn.field(PolicyField, ({ key }) => policyOf(key ?? missing())),
    hour: ofOwn.field(nullable(BudgetShape), ({ hour }) => (hour ? renderBudget(hour) : null)),
    day: ofOwn.field(nullable(BudgetShape), ({ day }) => (day ? renderBudget(day) : null)),
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
    },
    hour: { limit: 20, remaining: 19, resets_at: '2026-11-20T11:00:00.000Z' },
  },
);
