// How the person likes to write.
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { Section } from '../../ui/section.tsx';
import { Fault } from '../../ui/state.tsx';
import { me as say } from '../../words/en/me.ts';
import { inboxSettingsQuery } from '../threads/queries.ts';

export function WritingSection() {
  const { data } = useQuery(inboxSettingsQuery);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (enterSends: boolean) => ask('PUT /console/me/inbox', { body: { enter_sends: enterSends } }),
    onSuccess: (settings) => client.setQueryData(inboxSettingsQuery.queryKey, settings),
  });
  return (
    <Section title={say.writing} lead={say.writingLead}>
      <Switch
        label={say.enterSends}
        description={say.enterSendsHelp}
        checked={data?.enter_sends ?? false}
        disabled={!data || isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {error && <Fault error={error} />}
    </Section>
  );
}
