// The limits of a key: in words, and the dialog that changes them.
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { RowButton } from '../../ui/row_button.tsx';

type Key = Schemas['Key'];
type Policy = NonNullable<Key['policy']>;
type Scope = Policy['scopes'][number];

/** What a key may do, as people choose it. */
const choices: readonly { value: string; label: string; scopes: readonly Scope[] }[] = [
  { value: 'all', label: 'Everything', scopes: ['read', 'send', 'manage'] },
  { value: 'send', label: 'Read and send texts', scopes: ['read', 'send'] },
  { value: 'send-only', label: 'Send texts, read none', scopes: ['send'] },
  { value: 'read', label: 'Read only', scopes: ['read'] },
];

export const mayField = {
  label: 'It may',
  type: 'select',
  initial: 'all',
  options: choices.map(({ value, label }) => ({ value, label })),
} as const;

/** The scopes of a choice; any other word is a list of scopes that no choice has. */
export const scopesOf = (may: string): Scope[] => [
  ...(choices.find(({ value }) => value === may)?.scopes ?? (may.split(' ') as Scope[])),
];

const mayOf = (scopes: readonly Scope[]): string =>
  choices.find((choice) => choice.scopes.join() === scopes.join())?.value ?? scopes.join(' ');

export const recipientsField = (policy: Policy | null) =>
  ({
    label: 'It may write to',
    type: 'lines',
    description:
      'any, or writers for those who have written to the account, or numbers and prefixes: +15005550006, +1500*',
    initial: policy?.recipients.join(', ') ?? 'any',
    isOptional: true,
  }) as const;

/** What was typed, as a list. A key that sends nothing takes none. */
export const recipientsOf = (may: string, typed: string): string[] => {
  if (!scopesOf(may).includes('send')) return ['any'];
  return typed.split(/[\s,;]+/).filter((one) => one !== '');
};

const wordsOf = ({ scopes, recipients, per_hour, per_day, from }: Policy): string =>
  [
    choices.find(({ value }) => value === mayOf(scopes))?.label ?? `May ${scopes.join(', ')}`,
    ...(recipients[0] === 'writers' ? ['only to who wrote'] : []),
    ...(recipients[0]?.startsWith('+') ? [`to ${recipients.length} numbers or prefixes`] : []),
    ...(per_hour === null ? [] : [`${per_hour.toLocaleString()} an hour`]),
    ...(per_day === null ? [] : [`${per_day.toLocaleString()} a day`]),
    ...(from === null ? [] : [`from ${from}`]),
  ].join(', ');

export const LimitsLine = ({ policy }: { policy: Policy | null }) =>
  policy === null ? (
    <span className="quiet">None</span>
  ) : (
    <span>
      {wordsOf(policy)}
      {policy.ends_at && (
        <>
          , until <Instant at={policy.ends_at} />
        </>
      )}
    </span>
  );

const budgetField = (label: string, most: number | null) =>
  ({
    label,
    placeholder: 'No bound',
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
  return { ...mayField, initial, options: [...mayField.options, ...own] };
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
      title={`Limits of “${name}”`}
      action="Save"
      lead={<p className="quiet">They hold from the next text on, whatever its program does.</p>}
      fields={{
        may: mayFieldOf(policy),
        recipients: recipientsField(policy),
        per_hour: budgetField('Texts an hour, at most', policy?.per_hour ?? null),
        per_day: budgetField('Texts a day, at most', policy?.per_day ?? null),
        from: {
          label: 'Its texts leave by',
          description: 'device:1, device:1/2 for a SIM, or a number of the account.',
          placeholder: 'Any',
          initial: policy?.from ?? '',
          isOptional: true,
          maxLength: 64,
        },
        ends_at: {
          label: 'It ends at',
          description: 'In UTC, as 2026-12-24T18:00:00Z.',
          placeholder: 'Never',
          initial: policy?.ends_at ?? '',
          isOptional: true,
          maxLength: 40,
        },
      }}
      send={({ may, recipients, per_hour, per_day, from, ends_at }) =>
        ask('PATCH /keys/{id}', {
          account,
          path: { id: value.id },
          body: {
            policy: {
              scopes: scopesOf(may),
              recipients: recipientsOf(may, recipients),
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
      <RowButton label="Limits" of={props.name} onClick={() => setOpen(true)} />
      {isOpen && <LimitsDialog {...props} isOpen={isOpen} close={() => setOpen(false)} />}
    </>
  );
}
