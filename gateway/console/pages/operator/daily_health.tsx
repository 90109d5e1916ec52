// The last day of the service: a line for each figure by the hour, and the accounts that stand out.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { LinePicture } from '../../ui/line_picture.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { Pending } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { dateFormat, number } from '../../words/formats.ts';

type Day = Schemas['DailyHealth'];
type Hour = Schemas['ServiceHour'];
type Account = Schemas['StandingOutAccount'];
const lookAgainMs = 60_000;

/** A time of waiting, as a person says it. */
export function ageWords(seconds: number): string {
  if (seconds < 120) return say.seconds(seconds);
  if (seconds < 7_200) return say.minutes(Math.round(seconds / 60));
  return say.hours(Math.round(seconds / 3_600));
}

interface Line {
  name: string;
  read: (hour: Hour) => number;
  wordsOf: (value: number) => string;
  /** What the day comes to: the sum of its hours, their highest, or the last one. */
  of: (values: readonly number[]) => number;
  help: string;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const highest = (values: readonly number[]) => Math.max(0, ...values);
const last = (values: readonly number[]) => values.at(-1) ?? 0;

const lines = (): Line[] => [
  { name: often.sent, read: (hour) => hour.sent, wordsOf: number, of: sum, help: say.sentHelp },
  { name: often.failed, read: (hour) => hour.failed, wordsOf: number, of: sum, help: say.failedHelp },
  {
    name: say.longestWait,
    read: (hour) => hour.longest_wait_seconds,
    wordsOf: ageWords,
    of: highest,
    help: say.longestWaitHelp,
  },
  {
    name: say.devicesAway,
    read: (hour) => hour.devices_away,
    wordsOf: number,
    of: last,
    help: say.devicesAwayHelp,
  },
];

const timeOf = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** The same for who cannot see lines, and for who wants to know it exactly. */
const HourTable = ({ hours }: { hours: readonly Hour[] }) => (
  <details className="disclosure">
    <summary>{say.hourByHour}</summary>
    <ResourceTable
      isBare
      caption={say.hourByHour}
      query={{ data: hours.toReversed() }}
      keyOf={({ start }) => start}
      columns={[
        [say.hour, ({ start }) => timeOf(new Date(start))],
        ...lines().map(
          ({ name, read, wordsOf }) =>
            [name, (hour: Hour) => <span className="number">{wordsOf(read(hour))}</span>] as const,
        ),
      ]}
    />
  </details>
);

const lastHour = (day: number, hour: number) => (
  <>
    <span className="number">{number(day)}</span>
    <div className="quiet">{say.inLastHour(hour)}</div>
  </>
);

function StandingOut({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) return <p className="quiet facts">{say.noneStandsOut}</p>;
  return (
    <ResourceTable
      isBare
      caption={say.standingOut}
      query={{ data: accounts }}
      keyOf={({ account_id }) => account_id}
      columns={[
        [
          often.name,
          ({ account_id, name, suspended, reasons }) => (
            <>
              <AppLink className="link" to={`/operator/accounts/${account_id}`}>
                <strong>{name}</strong>
              </AppLink>
              {suspended && <span className="quiet"> · {say.suspendedMark}</span>}
              <div>{reasons.map((reason) => say.standsOutBy[reason]).join(' ')}</div>
            </>
          ),
        ],
        [often.sent, ({ sent, sent_last_hour: hour }) => lastHour(sent, hour)],
        [often.failed, ({ failed, failed_last_hour: hour }) => lastHour(failed, hour)],
        [say.optOuts, ({ opt_outs: day, opt_outs_last_hour: hour }) => lastHour(day, hour)],
      ]}
    />
  );
}

function Shown({ day: { hours, accounts, complete } }: { day: Day }) {
  return (
    <>
      <Panel title={say.standingOut}>
        <StandingOut accounts={accounts} />
      </Panel>
      <div className="tiles">
        {lines().map(({ name, read, wordsOf, of, help }) => {
          const values = hours.map(read);
          return (
            <Panel title={name} key={name}>
              <p className="big">{wordsOf(of(values))}</p>
              <LinePicture points={values} />
              <p className="quiet facts">{help}</p>
            </Panel>
          );
        })}
      </div>
      <HourTable hours={hours} />
      {!complete && <p className="quiet">{say.dayIsCut}</p>}
    </>
  );
}

/** What the last 24 hours were like. */
export function LastDay() {
  const query = useQuery({ ...queryOf('GET /operator/daily-health'), refetchInterval: lookAgainMs });
  return (
    <section className="stack" aria-labelledby="last-day">
      <h2 id="last-day">{say.lastDay}</h2>
      <Pending of={query} />
      {query.data && <Shown day={query.data} />}
    </section>
  );
}
