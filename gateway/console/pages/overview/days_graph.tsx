// The days of the month as bars: what was sent above the line, what was received below it. Drawn by hand: two dozen
// rectangles need no library of charts.
import { Table, VisuallyHidden } from '@mantine/core';
import type { Schemas } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';

type Day = Schemas['Day'];

const height = 150;
const barWidth = 18;
const gap = 8;
const foot = 22;

const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = ({ day }: Day) => dayName.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** All days from the first of the month to the last one that may have texts; those without have none in the answer. */
function fillDays(days: readonly Day[]): Day[] {
  const known = new Map(days.map((day) => [day.day.slice(0, 10), day]));
  const today = new Date(nowMs()).toISOString().slice(0, 10);
  const last = [today, ...known.keys()].sort().at(-1) ?? today;
  return Array.from({ length: Number(last.slice(8)) }, (_, index) => {
    const day = `${last.slice(0, 8)}${String(index + 1).padStart(2, '0')}`;
    return known.get(day) ?? { day, sent: 0, delivered: 0, failed: 0, received: 0 };
  });
}

/** A round number not below the highest bar, so that the scale is easy to read. */
function topOf(highest: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(highest, 4)));
  return [1, 2, 4, 5, 10].map((factor) => factor * step).find((top) => top >= highest) ?? highest;
}

const DayTable = ({ days }: { days: readonly Day[] }) => (
  <VisuallyHidden>
    <Table>
      <caption>Texts of each day of this month, in UTC</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Sent</th>
          <th scope="col">Delivered</th>
          <th scope="col">Failed</th>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{nameOf(day)}</th>
            <td>{day.sent}</td>
            <td>{day.delivered}</td>
            <td>{day.failed}</td>
            <td>{day.received}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </VisuallyHidden>
);

/** Sent and received texts side by side for each day. */
export function DaysGraph({ days: counted }: { days: readonly Day[] }) {
  const days = fillDays(counted);
  const top = topOf(Math.max(...days.map(({ sent, received }) => Math.max(sent, received)), 0));
  const width = days.length * (barWidth + gap);
  const heightOf = (texts: number) => (texts / top) * (height - foot - 8);
  return (
    <figure className="days">
      <figcaption className="days-key">
        <span className="days-sent">Sent</span>
        <span className="days-failed">Failed</span>
        <span className="days-received">Received</span>
      </figcaption>
      <div className="days-plot">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMinYMax meet" aria-hidden="true">
          {[0, 0.5, 1].map((part) => {
            const y = height - foot - heightOf(top * part);
            return <line key={part} className="days-line" x1={0} x2={width} y1={y} y2={y} />;
          })}
          {days.map((day, index) => {
            const x = index * (barWidth + gap) + gap / 2;
            const floor = height - foot;
            const sent = heightOf(day.sent);
            const failed = heightOf(day.failed);
            const received = heightOf(day.received);
            const half = barWidth / 2 - 1;
            return (
              <g key={day.day}>
                <title>{`${nameOf(day)}: ${day.sent} sent, ${day.failed} failed, ${day.received} received`}</title>
                <rect className="days-hover" x={x - gap / 2} y={0} width={barWidth + gap} height={floor} />
                <rect className="days-sent" x={x} y={floor - sent} width={half} height={sent} rx={2} />
                <rect className="days-failed" x={x} y={floor - failed} width={half} height={failed} rx={2} />
                <rect
                  className="days-received"
                  x={x + half + 2}
                  y={floor - received}
                  width={half}
                  height={received}
                  rx={2}
                />
                {(index === 0 || (index + 1) % 5 === 0) && (
                  <text className="days-name" x={x + barWidth / 2} y={height - 6} textAnchor="middle">
                    {index + 1}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
        <span className="days-top">{top.toLocaleString()}</span>
      </div>
      <DayTable days={days} />
    </figure>
  );
}
