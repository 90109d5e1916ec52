// When a text is to leave: at once, or at a time of the reader's own day.
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { quietHoursQuery } from '../api/account.ts';
import { nowMs } from '../clock.ts';
import { parts as say } from '../words/en/parts.ts';
import { timeOfDay } from '../words/formats.ts';
import { shortly } from './instant.tsx';
import { instantOf, localOf } from './local_time.ts';

/** The time of a text, as the service is asked for it. */
export interface Leaving {
  send_at?: string;
  urgent?: boolean;
}

/** A choice as it is typed. */
interface Later {
  /** A day and time as the browser's field has it; empty until one is chosen, null for at once. */
  local: string | null;
  isUrgent: boolean;
}

export const atOnce: Later = { local: null, isUrgent: false };

/** Whether a time was asked for and none is chosen. */
export const isOpen = ({ local }: Later): boolean => local !== null && instantOf(local) === null;

/** Whether a time is chosen. */
export const isLater = ({ local }: Later): boolean => local !== null && instantOf(local) !== null;

/** The words of the button: `Send`, or when it leaves. `what` names more than one text. */
export function sendWords({ local }: Later, what?: string): string {
  const at = local === null ? null : instantOf(local);
  if (at === null) return what === undefined ? say.send : say.sendWhat(what);
  return what === undefined ? say.scheduleFor(shortly(at)) : say.scheduleWhat(what, shortly(at));
}

export function leavingOf({ local, isUrgent }: Later): Leaving {
  const at = local === null ? null : instantOf(local);
  return { ...(at !== null && { send_at: at }), ...(isUrgent && { urgent: true }) };
}

const minuteMs = 60_000;
/** As far ahead as the service takes. */
const mostMs = 35 * 24 * 60 * minuteMs;

interface LaterFieldsProps {
  account: number;
  value: Later;
  change: (value: Later) => void;
}

export function LaterFields({ account, value, change }: LaterFieldsProps) {
  const { data } = useQuery(quietHoursQuery(account));
  const hours = data?.quiet_hours;
  return (
    <div className="later">
      {value.local === null ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => change({ ...value, local: localOf(new Date(nowMs() + 60 * minuteMs)) })}
        >
          {say.sendLater}
        </Button>
      ) : (
        <>
          <TextInput
            type="datetime-local"
            size="sm"
            label={say.leavesAt}
            min={localOf(new Date(nowMs()))}
            max={localOf(new Date(nowMs() + mostMs))}
            value={value.local}
            onChange={(event) => change({ ...value, local: event.currentTarget.value })}
          />
          <Button size="compact-sm" variant="subtle" onClick={() => change({ ...value, local: null })}>
            {say.removeTime}
          </Button>
        </>
      )}
      {hours && (
        <Checkbox
          size="sm"
          label={say.urgent(timeOfDay(hours.from), timeOfDay(hours.until))}
          checked={value.isUrgent}
          onChange={(event) => change({ ...value, isUrgent: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
