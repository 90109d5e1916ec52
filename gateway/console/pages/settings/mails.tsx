// Whether mails to the account's people hold the words of texts.
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { AdminSection } from '../../ui/section.tsx';
import { Fault, Pending } from '../../ui/state.tsx';
import { settings as say } from '../../words/en/settings.ts';

export function MailsSection() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const client = useQueryClient();
  const asked = queryOf('GET /inbox-rules', { account });
  const query = useQuery(asked);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (mailsWords: boolean) =>
      ask('PUT /inbox-rules', { account, body: { mails_words: mailsWords } }),
    onSuccess: (rules) => client.setQueryData(asked.queryKey, rules),
  });
  return (
    <AdminSection title={say.mails} lead={say.mailsLead}>
      <Pending of={query} />
      {query.data && (
        <Switch
          label={say.mailsWords}
          description={say.mailsWordsHelp}
          checked={query.data.mails_words}
          disabled={!isAdmin || isPending}
          onChange={(event) => mutate(event.currentTarget.checked)}
        />
      )}
      {error && <Fault error={error} />}
    </AdminSection>
  );
}
