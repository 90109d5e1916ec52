// How long the account's texts, their words and its logs are kept.
import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useAccountId } from '../../api/account.ts';
import { type Answer, ask } from '../../api/ask.ts';
import { keyOf, queryOf } from '../../api/queries.ts';
import { useRefresh } from '../../ui/form.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { Fault, Pending } from '../../ui/state.tsx';
import { dataRetention as say } from '../../words/en/data_retention.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { actorName } from '../audit_log/actor_name.ts';

type Retention = Answer<'GET /retention'>;
type Kind = 'texts' | 'words' | 'logs';

const kinds: readonly Kind[] = ['texts', 'words', 'logs'];
/** As the service takes them; 0 is for ever. */
const fewestDays: Record<Kind, number> = { texts: 32, words: 1, logs: 1 };
const mostDays = 3_650;

type Days = number | null;
const daysOf = (days: Retention['own'], kind: Kind): Days => days[`${kind}_days`];

const endless = (kind: Kind) => ({ texts: say.forever, words: say.asLongAsText, logs: say.ownBounds })[kind];

const ageWords = (kind: Kind, days: Days) => (days ? say.days(days) : endless(kind));

/** A choice as it is typed. */
interface Draft {
  choice: 'usual' | 'forever' | 'days';
  days: string;
}

const draftOf = (days: Days): Draft => {
  if (days === null) return { choice: 'usual', days: '' };
  return days === 0 ? { choice: 'forever', days: '' } : { choice: 'days', days: String(days) };
};

const chosenDays = ({ choice, days }: Draft): Days => {
  if (choice === 'usual') return null;
  return choice === 'forever' ? 0 : Number(days);
};

interface AgeProps {
  kind: Kind;
  usual: Days;
  draft: Draft;
  change: (draft: Draft) => void;
}

const Age = ({ kind, usual, draft, change }: AgeProps) => (
  <div className="age">
    <NativeSelect
      size="md"
      label={say.kinds[kind]}
      description={say.kindHelp[kind]}
      value={draft.choice}
      data={[
        { value: 'usual', label: say.usual(ageWords(kind, usual)) },
        { value: 'forever', label: endless(kind) },
        { value: 'days', label: say.someDays },
      ]}
      onChange={(event) => change({ ...draft, choice: event.currentTarget.value as Draft['choice'] })}
    />
    {draft.choice === 'days' && (
      <TextInput
        type="number"
        required
        mt="xs"
        label={say.daysOf(say.kinds[kind])}
        description={say.daysHelp(fewestDays[kind], mostDays)}
        min={fewestDays[kind]}
        max={mostDays}
        value={draft.days}
        onChange={(event) => change({ ...draft, days: event.currentTarget.value })}
      />
    )}
  </div>
);

/** What would be kept for a shorter time than now. */
const shortened = ({ own, usual }: Retention, drafts: Record<Kind, Draft>): Kind[] =>
  kinds.filter((kind) => {
    const lasting = (days: Days) => (days ?? daysOf(usual, kind)) || Number.POSITIVE_INFINITY;
    return lasting(chosenDays(drafts[kind])) < lasting(daysOf(own, kind));
  });

function AgesForm({ retention }: { retention: Retention }) {
  const account = useAccountId();
  const client = useQueryClient();
  const refresh = useRefresh();
  const { own, usual } = retention;
  const [drafts, setDrafts] = useState(
    () => Object.fromEntries(kinds.map((kind) => [kind, draftOf(daysOf(own, kind))])) as Record<Kind, Draft>,
  );
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const [texts_days, words_days, logs_days] = kinds.map((kind) => chosenDays(drafts[kind]));
      return ask('PUT /retention', {
        account,
        body: { texts_days, words_days, logs_days } as Retention['own'],
      });
    },
    onSuccess: (answer) => {
      setAsking(false);
      client.setQueryData(queryOf('GET /retention', { account }).queryKey, answer);
      refresh(keyOf('/audit-events', account));
      notifications.show({ message: say.saved });
    },
  });
  const shorter = shortened(retention, drafts);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (shorter.length > 0) setAsking(true);
    else mutate();
  };
  const close = () => {
    setAsking(false);
    reset();
  };
  const saving = { loading: isPending };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {kinds.map((kind) => (
          <Age
            key={kind}
            kind={kind}
            usual={daysOf(usual, kind)}
            draft={drafts[kind]}
            change={(draft) => setDrafts({ ...drafts, [kind]: draft })}
          />
        ))}
        {error && !isAsking && <Fault error={error} />}
        <div>
          <Button type="submit" {...(shorter.length === 0 && saving)}>
            {often.save}
          </Button>
        </div>
      </Stack>
      <Modal opened={isAsking} onClose={close} title={say.shorter}>
        <Stack gap="md">
          <div>
            {say.shorterWhy}
            <ul>
              {shorter.map((kind) => (
                <li key={kind}>
                  {say.olderThan(
                    say.kinds[kind],
                    ageWords(kind, chosenDays(drafts[kind]) ?? daysOf(usual, kind)),
                  )}
                </li>
              ))}
            </ul>
          </div>
          {error && <Fault error={error} />}
          <Button color="red.9" loading={isPending} onClick={() => mutate()}>
            {say.saveAndDelete}
          </Button>
        </Stack>
      </Modal>
    </form>
  );
}

/** Who set the days that hold, as the audit log says it. */
function SetBy({ account }: { account: number }) {
  const asked = { account, query: { method: 'RetentionService/SetRetention', limit: 20 } };
  const { data } = useQuery(queryOf('GET /audit-events', asked));
  if (!data) return null;
  const last = data.audit_events.find(({ outcome }) => outcome === 'done');
  if (!last) return <p className="quiet">{say.neverSet}</p>;
  return (
    <p className="quiet">
      <Say words={say.setBy} parts={{ who: actorName(last), at: <Instant at={last.at} /> }} />
    </p>
  );
}

export function AgesSection() {
  const account = useAccountId();
  const query = useQuery(queryOf('GET /retention', { account }));
  return (
    <Section title={say.ages} lead={say.agesLead}>
      <Pending of={query} />
      {query.data && (
        <>
          <SetBy account={account} />
          <AgesForm key={account} retention={query.data} />
        </>
      )}
    </Section>
  );
}
