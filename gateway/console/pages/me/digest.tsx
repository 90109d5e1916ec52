// How often a mail tells the person of new replies.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { ownZone, zoneOptions } from '../../ui/time_zones.ts';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { settings } from '../../words/en/settings.ts';
import { inboxSettingsQuery } from '../threads/queries.ts';

type Digest = Schemas['InboxSettings']['digest'];

function DigestForm({ value }: { value: Schemas['InboxSettings'] }) {
  const client = useQueryClient();
  const zone = value.digest === 'never' ? ownZone : value.time_zone;
  return (
    <AskForm
      action={often.save}
      fields={{
        digest: {
          label: say.digestOften,
          type: 'select',
          initial: value.digest,
          options: (['never', 'hourly', 'daily'] as const).map((often) => ({
            value: often,
            label: say.digests[often],
          })),
        },
        time_zone: {
          label: settings.timeZone,
          description: settings.timeZoneHelp,
          type: 'suggest',
          initial: zone,
          options: zoneOptions(zone),
        },
      }}
      send={({ digest, ...body }) =>
        ask('PUT /console/me/digest', { body: { ...body, digest: digest as Digest } })
      }
      said={say.digestSaved}
      onDone={(answer) => client.setQueryData(inboxSettingsQuery.queryKey, answer)}
    />
  );
}

export function DigestSection({ user }: { user: Schemas['User'] }) {
  const { data: start } = useQuery(startQuery);
  const { data: value } = useQuery(inboxSettingsQuery);
  if (!start || !value) return null;
  const hindrance = !start.sends_mail ? say.noMailHere : user.email_verified ? null : say.confirmFirst;
  return (
    <Section title={say.digestTitle} lead={say.digestLead}>
      {hindrance === null ? <DigestForm value={value} /> : <p>{hindrance}</p>}
    </Section>
  );
}
