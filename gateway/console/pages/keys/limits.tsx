// The limits of a key: in words, and the dialog that changes them.
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { keys as say } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';

type Key = Schemas['Key'];
type Policy = NonNullable<Key['policy']>;
type Scope = Policy['scopes'][number];

/** What a key may do, as people choose it. */
const choices: readonly { value: string; name: keyof typeof say.may; scopes: readonly Scope[] }[] = [
  { value: 'all', name: 'all', scopes: ['read', 'send', 'manage'] },
  { value: 'send', name: 'send', scopes: ['read', 'send'] },
  { value: 'send-only', name: 'sendOnly', scopes: ['send'] },
  { value: 'read', name: 'read', scopes: ['read'] },
];

export const mayField = () =>
  ({
    label: say.itMay,
    type: 'select',
    initial: 'all',
    options: choices.map(({ value, name }) => ({ value, label: say.may[name] })),
  }) as const;

/** The scopes of a choice; any other word is a list of scopes that no choice has. */
export const scopesOf = (may: string): Scope[] => [
  ...(choices.find(({ value }) => value === may)?.scopes ?? (may.split(' ') as Scope[])),
];

const mayOf = (scopes: readonly Scope[]): string =>
  choices.find((choice) => choice.scopes.join() === scopes.join())?.value ?? scopes.join(' ');

export const recipientsField = (policy: Policy | null) =>
  ({
    label: say.itMayWriteTo,
    type: 'lines',
    description: say.recipientsHelp,
    initial: policy?.recipients.join(', ') ?? 'any',
    isOptional: true,
  }) as const;

/** What was typed, as a list. A key that sends nothing takes none. */
export const recipientsOf = (may: string, typed: string, reads: Policy['reads'] = 'all'): string[] => {
  if (reads === 'all' && !scopesOf(may).includes('send')) return ['any'];
  return typed.split(/[\s,;]+/).filter((one) => one !== '');
};

const mayWords = (scopes: readonly Scope[]): string => {
  const known = choices.find(({ value }) => value === mayOf(scopes));
  return known ? say.may[known.name] : say.mayDo(scopes.join(', '));
};

const wordsOf = ({ scopes, recipients, per_hour, per_day, from, require_approval, reads }: Policy): string =>
  [
    mayWords(scopes),
    ...(recipients[0] === 'writers' ? [say.onlyWriters] : []),
    ...(recipients[0]?.startsWith('+') ? [say.toSome(recipients.length)] : []),
    ...(per_hour === null ? [] : [say.perHour(per_hour)]),
    ...(per_day === null ? [] : [say.perDay(per_day)]),
    ...(from === null ? [] : [say.from(from)]),
    ...(require_approval === 'never' ? [] : [say.approved[require_approval]]),
    ...(reads === 'all' ? [] : [say.onlyKnown]),
  ].join(', ');

export const LimitsLine = ({ policy }: { policy: Policy | null }) =>
  policy === null ? (
    <span className="quiet">{often.none}</span>
  ) : (
    <span>
      {policy.ends_at ? (
        <Say
          words={say.limitsUntil}
          parts={{ limits: wordsOf(policy), at: <Instant at={policy.ends_at} /> }}
        />
      ) : (
        wordsOf(policy)
      )}
    </span>
  );

const requireApprovalField = (policy: Policy | null) =>
  ({
    label: say.personApproves,
    description: say.personApprovesHelp,
    type: 'select',
    initial: policy?.require_approval ?? 'never',
    options: (['never', 'new_recipients', 'always'] as const).map((value) => ({
      value,
      label: say.requireApproval[value],
    })),
  }) as const;

const readsField = (policy: Policy | null) =>
  ({
    label: say.itReads,
    description: say.itReadsHelp,
    type: 'select',
    initial: policy?.reads ?? 'all',
    options: (['all', 'known'] as const).map((value) => ({ value, label: say.reads[value] })),
  }) as const;

const budgetField = (label: string, most: number | null) =>
  ({
    label,
    placeholder: often.noLimit,
    type: 'whole',
    isOptional: true,
    initial: most === null ? '' : String(most),
    maxLength: 7,
  }) as const;
const budgetOf = (typed: string) => (typed === '' ? null : Number(typed));

interface LimitsProps {
  value: Key;
  name: string;
  account: number;
}

/** The choice of a policy, and its own scopes where no choice has them. */
function mayFieldOf(policy: Policy | null) {
  const initial = policy ? mayOf(policy.scopes) : 'all';
  const isKnown = choices.some(({ value }) => value === initial);
  const own = isKnown ? [] : [{ value: initial, label: initial.replaceAll(' ', ', ') }];
  return { ...mayField(), initial, options: [...mayField().options, ...own] };
}

function LimitsDialog({
  value,
  name,
  account,
  ...open
}: LimitsProps & { isOpen: boolean; close: () => void }) {
  const { policy } = value;
  return (
    <FormDialog
      {...open}
      title={say.limitsOf(name)}
      action={often.save}
      lead={<p className="quiet">{say.limitsLead}</p>}
      fields={{
        may: mayFieldOf(policy),
        recipients: recipientsField(policy),
        reads: readsField(policy),
        require_approval: requireApprovalField(policy),
        per_hour: budgetField(say.textsAnHour, policy?.per_hour ?? null),
        per_day: budgetField(say.textsADay, policy?.per_day ?? null),
        from: {
          label: say.leavesBy,
          description: say.leavesByHelp,
          placeholder: often.any,
          initial: policy?.from ?? '',
          isOptional: true,
          maxLength: 64,
        },
        ends_at: {
          label: say.endsAt,
          description: say.endsAtHelp,
          placeholder: often.never,
          initial: policy?.ends_at ?? '',
          isOptional: true,
          maxLength: 40,
        },
      }}
      send={({ may, recipients, reads, require_approval, per_hour, per_day, from, ends_at }) =>
        ask('PATCH /keys/{id}', {
          account,
          path: { id: value.id },
          body: {
            policy: {
              scopes: scopesOf(may),
              recipients: recipientsOf(may, recipients, reads as Policy['reads']),
              reads: reads as Policy['reads'],
              require_approval: require_approval as Policy['require_approval'],
              per_hour: budgetOf(per_hour),
              per_day: budgetOf(per_day),
              from: from.trim() || null,
              ends_at: ends_at.trim() || null,
            },
          },
        })
      }
      changes={keyOf('/keys', account)}
    />
  );
}

export function ChangeLimits(props: LimitsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton label={say.limits} of={props.name} onClick={() => setOpen(true)} />
      {isOpen && <LimitsDialog {...props} isOpen={isOpen} close={() => setOpen(false)} />}
    </>
  );
}
