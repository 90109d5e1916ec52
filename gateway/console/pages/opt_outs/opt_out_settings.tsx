// Which words mean stop besides the usual ones, and what is answered.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { AdminSection } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';

const settingsQuery = (account: number) => queryOf('GET /opt-outs/settings', { account });

function SettingsForm({ account, value }: { account: number; value: Schemas['OptOutSettings'] }) {
  const readOnly = !useRole().isAdmin;
  const client = useQueryClient();
  const answer = (label: string, initial: string | null, description?: string) =>
    ({
      label,
      description,
      type: 'lines',
      initial: initial ?? '',
      isOptional: true,
      placeholder: 'No answer',
      maxLength: 320,
      readOnly,
    }) as const;
  return (
    <AskForm
      action="Save"
      disabled={readOnly}
      fields={{
        words: {
          label: 'Further words for STOP',
          asked: 'stop_words',
          description: 'Of your recipients’ language, with commas between; at most 20.',
          initial: value.stop_words.join(', '),
          isOptional: true,
          readOnly,
        },
        stop_answer: answer(
          'Answer to STOP',
          value.stop_answer,
          'The one text that still goes to a person who wrote STOP.',
        ),
        start_answer: answer('Answer to START', value.start_answer),
        help_answer: answer(
          'Answer to HELP',
          value.help_answer,
          'Who you are, and that STOP ends the texts.',
        ),
      }}
      send={({ words, stop_answer, start_answer, help_answer }) =>
        ask('PUT /opt-outs/settings', {
          account,
          body: {
            stop_words: words
              .split(',')
              .map((word) => word.trim())
              .filter(Boolean),
            stop_answer: stop_answer || null,
            start_answer: start_answer || null,
            help_answer: help_answer || null,
          },
        })
      }
      said="The settings are saved."
      onDone={(kept) => client.setQueryData(settingsQuery(account).queryKey, kept)}
    />
  );
}

export function OptOutSettingsSection() {
  const account = useAccountId();
  const query = useQuery(settingsQuery(account));
  const { data } = query;
  return (
    <AdminSection
      title="Words and answers"
      lead="STOP, UNSUBSCRIBE, CANCEL, END, QUIT and their like are always obeyed. Answers are texts that count; each person gets one of a kind a day."
    >
      <Pending of={query} />
      {data && <SettingsForm key={`${account} ${data.stop_words.join()}`} account={account} value={data} />}
    </AdminSection>
  );
}
