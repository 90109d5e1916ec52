// The hours in which the account's texts don't leave.
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import {
  type QuietHours,
  type QuietHoursAnswer,
  quietHoursPath,
  quietHoursQuery,
} from '../../api/quiet_hours.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { AdminSection } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zones that the browser knows, and the one that is set. */
const zonesWith = (zone: string) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownZone, zone])].toSorted();

interface FormProps {
  account: number;
  value: QuietHours | null;
  canChange: boolean;
}

function HoursForm({ account, value, canChange }: FormProps) {
  const client = useQueryClient();
  const [hours, setHours] = useState<QuietHours>(
    value ?? { time_zone: ownZone, from: '21:00', until: '08:00' },
  );
  const keep = (answer: QuietHoursAnswer) => {
    client.setQueryData(quietHoursQuery(account).queryKey, answer);
    notifications.show({
      message: answer.quiet_hours ? 'The quiet hours are saved.' : 'There are no quiet hours any more.',
    });
  };
  return (
    <>
      <AskForm
        action={value ? 'Save quiet hours' : 'Set quiet hours'}
        disabled={!canChange}
        send={() => ask<QuietHoursAnswer>(quietHoursPath, { method: 'PUT', account, body: hours })}
        onDone={keep}
      >
        <Group grow align="flex-start">
          {(['from', 'until'] as const).map((field) => (
            <TextInput
              key={field}
              type="time"
              label={field === 'from' ? 'From' : 'Until'}
              required
              withAsterisk={false}
              readOnly={!canChange}
              value={hours[field]}
              onChange={(event) => setHours({ ...hours, [field]: event.currentTarget.value })}
            />
          ))}
        </Group>
        <NativeSelect
          label="Time zone"
          disabled={!canChange}
          data={zonesWith(hours.time_zone)}
          value={hours.time_zone}
          onChange={(event) => setHours({ ...hours, time_zone: event.currentTarget.value })}
        />
      </AskForm>
      {value && canChange && (
        <Group mt="md">
          <Confirm
            label="End quiet hours"
            title="Send at any hour?"
            action="End quiet hours"
            run={() => ask<QuietHoursAnswer>(quietHoursPath, { method: 'DELETE', account })}
            onDone={() => keep({ quiet_hours: null })}
          >
            Texts leave at any hour from now on. Those that wait for the end of quiet hours still do.
          </Confirm>
        </Group>
      )}
    </>
  );
}

export function QuietHoursSection({ account, isAdmin }: { account: number; isAdmin: boolean }) {
  const query = useQuery(quietHoursQuery(account));
  const { data } = query;
  return (
    <AdminSection
      isAdmin={isAdmin}
      title="Quiet hours"
      lead="Texts that are sent in these hours leave when they end, unless they are urgent. Answers to STOP, START and HELP leave at once."
    >
      <Pending of={query} />
      {data && (
        <>
          {data.quiet_hours === null && <p className="quiet">There are none.</p>}
          <HoursForm
            key={`${account} ${data.quiet_hours === null}`}
            account={account}
            value={data.quiet_hours}
            canChange={isAdmin}
          />
        </>
      )}
    </AdminSection>
  );
}
