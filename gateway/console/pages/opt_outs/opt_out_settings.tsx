// Which words mean stop besides the usual ones, and what is answered.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { AdminSection } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { optOuts as say } from '../../words/en/opt_outs.ts';

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
      placeholder: say.noAnswer,
      maxLength: 320,
      readOnly,
    }) as const;
  return (
    <AskForm
      action={often.save}
      disabled={readOnly}
      fields={{
        words: {
          label: say.stopWords,
          asked: 'stop_words',
          description: say.stopWordsHelp,
          initial: value.stop_words.join(', '),
          isOptional: true,
          readOnly,
        },
        stop_answer: answer(say.stopAnswer, value.stop_answer, say.stopAnswerHelp),
        start_answer: answer(say.startAnswer, value.start_answer),
        help_answer: answer(say.helpAnswer, value.help_answer, say.helpAnswerHelp),
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
      said={say.settingsSaved}
      onDone={(kept) => client.setQueryData(settingsQuery(account).queryKey, kept)}
    />
  );
}

export function OptOutSettingsSection() {
  const account = useAccountId();
  const query = useQuery(settingsQuery(account));
  const { data } = query;
  return (
    <AdminSection title={say.wordsTitle} lead={say.wordsLead}>
      <Pending of={query} />
      {data && <SettingsForm key={`${account} ${data.stop_words.join()}`} account={account} value={data} />}
    </AdminSection>
  );
}
