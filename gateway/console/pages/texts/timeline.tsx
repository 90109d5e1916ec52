// What happened to a text, step by step, and what it waits for.
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { Pending } from '../../ui/state.tsx';
import { timelineQuery } from './text_queries.ts';

type TextEvent = Schemas['MessageEvent'];

const titles: Readonly<Record<string, string>> = {
  accepted: 'Accepted',
  received: 'Received',
  scheduled: 'Scheduled',
  quiet_hours: 'Waits for the end of quiet hours',
  released: 'Its time came',
  moved: 'Moved to another SIM',
  handed_over: 'Handed over',
  part_accepted: 'Taken by the carrier',
  part_unknown: 'Not known whether it left',
  part_refused: 'Not taken by the carrier',
  another_try: 'Waits for another try',
  part_delivered: 'Delivered, says the receipt',
  part_failed: 'Not delivered, says the receipt',
  sent: 'Sent',
  delivered: 'Delivered',
  expired: 'Expired',
  cancelled: 'Cancelled',
  failed: 'Failed',
  unit_returned: 'Its unit given back',
  omitted: 'Left out',
  answers_stopped: 'Answers stopped',
  awaits_confirmation: 'Waits for a person',
  confirmed: 'Confirmed',
};

const bad = /^(part_refused|part_failed|expired|cancelled|failed|answers_stopped)$/;

type Place = Pick<TextEvent, 'device_id' | 'sim' | 'carrier'>;

const placeOf = ({ device_id, sim, carrier }: Place) => {
  if (carrier !== null) return `carrier ${carrier}`;
  if (device_id === null) return '';
  return sim === null ? `device ${device_id}` : `device ${device_id}, SIM ${sim}`;
};

function titleOf(event: TextEvent): string {
  const title = titles[event.kind] ?? event.kind;
  const part = event.part === null ? '' : `Part ${event.part} of ${event.parts}: `;
  return event.kind === 'handed_over' ? `${title} to ${placeOf(event)}` : `${part}${title}`;
}

function senderOf({ by }: TextEvent): string {
  if (!by) return '';
  return by.person ? ' By a person in the console.' : ` By the key ${by.label} (${by.hint}).`;
}

const sentence = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

const Until = ({ at }: { at: string | null }) =>
  at !== null && (
    <>
      {' '}
      Until <Instant at={at} />.
    </>
  );

function Step({ event }: { event: TextEvent }) {
  const { at, kind, meaning, code, ref, until } = event;
  return (
    <li className={bad.test(kind) ? 'step-bad' : undefined}>
      <p>{titleOf(event)}</p>
      <p className="quiet">
        {sentence(meaning)}
        {senderOf(event)}
        {code !== null && ` The network’s code: ${code}.`}
        {ref !== null && (
          <>
            {' '}
            Its name there: <span className="mono">{ref}</span>.
          </>
        )}
        <Until at={until} />
      </p>
      {at !== null && (
        <p className="quiet">
          <Instant at={at} />
        </p>
      )}
    </li>
  );
}

export function TextTimeline({ account, id }: { account: number; id: string }) {
  const query = useQuery(timelineQuery(account, id));
  if (!query.data) return <Pending of={query} />;
  const { events, waiting_for: waiting } = query.data;
  return (
    <ol className="steps-list">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name, and are only ever added to.
        <Step key={index} event={event} />
      ))}
      {waiting && (
        <li>
          <p>Waiting</p>
          <p className="quiet">
            {sentence(waiting.meaning)} {placeOf(waiting) !== '' && sentence(placeOf(waiting))}
            <Until at={waiting.until} />
          </p>
        </li>
      )}
    </ol>
  );
}
