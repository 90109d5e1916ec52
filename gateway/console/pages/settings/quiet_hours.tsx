// The hours in which the account's texts don't leave.
import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { quietHoursQuery, useAccountId, useRole } from '../../api/account.ts';
import { type Answer, ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { AdminSection } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { ownZone, zoneOptions } from '../../ui/time_zones.ts';
import { often } from '../../words/en/often.ts';
import { overview } from '../../words/en/overview.ts';
import { settings as say } from '../../words/en/settings.ts';

function HoursForm({ account, value }: { account: number; value: Schemas['QuietHours'] | null }) {
  const readOnly = !useRole().isAdmin;
  const client = useQueryClient();
  const { from, until, time_zone } = value ?? { time_zone: ownZone, from: '21:00', until: '08:00' };
  const keep = (answer: Answer<'GET /quiet-hours'>) => {
    client.setQueryData(quietHoursQuery(account).queryKey, answer);
    notifications.show({
      message: answer.quiet_hours ? say.quietSaved : say.quietEnded,
    });
  };
  return (
    <>
      <AskForm
        action={value ? say.saveQuiet : say.setQuiet}
        disabled={readOnly}
        fields={{
          from: { label: often.from, type: 'time', initial: from, readOnly },
          until: { label: say.until, type: 'time', initial: until, readOnly },
          time_zone: {
            label: say.timeZone,
            description: say.timeZoneHelp,
            type: 'suggest',
            initial: time_zone,
            readOnly,
            options: zoneOptions(time_zone),
          },
        }}
        send={(body) => ask('PUT /quiet-hours', { account, body })}
        onDone={keep}
      />
      {value && !readOnly && (
        <Group mt="md">
          <Confirm
            label={say.endQuiet}
            title={say.endQuietTitle}
            run={() => ask('DELETE /quiet-hours', { account })}
            onDone={() => keep({ quiet_hours: null })}
          >
            {say.endQuietWhy}
          </Confirm>
        </Group>
      )}
    </>
  );
}

export function QuietHoursSection() {
  const account = useAccountId();
  const query = useQuery(quietHoursQuery(account));
  const { data } = query;
  return (
    <AdminSection title={overview.quietHours} lead={say.quietLead}>
      <Pending of={query} />
      {data && (
        <>
          {data.quiet_hours === null && <p className="quiet">{say.noQuiet}</p>}
          <HoursForm
            key={`${account} ${data.quiet_hours === null}`}
            account={account}
            value={data.quiet_hours}
          />
        </>
      )}
    </AdminSection>
  );
}
