// Texts by time as bars: what was sent beside what was received. Drawn by hand: some rectangles need no library of
// charts. Names and the scale are words of the page, so that they have one size on every screen.
import { Table, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { often } from '../words/en/often.ts';
import { parts as say } from '../words/en/parts.ts';
import { number } from '../words/formats.ts';
import { stepsTo } from './chart_scale.ts';

/** The texts of a day, a week or a month. */
export interface Period {
  /** Its first day, as 2026-11-20. */
  day: string;
  /** How it is called below its bars, and in full. */
  name: string;
  title: string;
  sent: number;
  delivered: number;
  failed: number;
  cancelled: number;
  received: number;
  replied: number;
}

/** What is said of a period, in the order in which it is read. */
const values = ({ sent, delivered, failed, cancelled, received, replied }: Period) =>
  [
    [often.sent, sent, ''],
    [often.delivered, delivered, 'chart-delivered'],
    [often.onTheWay, sent - delivered - failed, 'chart-sent'],
    [often.failed, failed, 'chart-failed'],
    [often.cancelled, cancelled, ''],
    [often.received, received, 'chart-received'],
    [often.replies, replied, ''],
  ] as const;

const key = () =>
  [
    [often.delivered, 'chart-delivered'],
    [often.onTheWay, 'chart-sent'],
    [often.failed, 'chart-failed'],
    [often.received, 'chart-received'],
  ] as const;

/** Names below the bars, at most; every second one is left out where there is little room. */
const mostNames = 8;

const share = (part: number, whole: number) => `${whole === 0 ? 0 : (part / whole) * 100}%`;

function Bars({ period, top }: { period: Period; top: number }) {
  const { sent, delivered, failed, received } = period;
  return (
    <span className="chart-bars">
      <span className="chart-bar" style={{ height: share(sent, top) }}>
        <span className="chart-failed" style={{ height: share(failed, sent) }} />
        <span className="chart-sent" style={{ height: share(sent - delivered - failed, sent) }} />
        <span className="chart-delivered" style={{ height: share(delivered, sent) }} />
      </span>
      <span className="chart-bar" style={{ height: share(received, top) }}>
        <span className="chart-received" style={{ height: '100%' }} />
      </span>
    </span>
  );
}

/** The values of the period that the pointer or the focus is at. It stays within the chart. */
function Tip({ period, place }: { period: Period; place: number }) {
  const at = `${place * 100}%`;
  return (
    <div className="chart-tip" style={{ left: at, transform: `translateX(-${at})` }} aria-hidden="true">
      <strong>{period.title}</strong>
      {values(period).map(([name, texts, look]) => (
        <span key={name}>
          <i className={look} />
          {name}
          <b>{number(texts)}</b>
        </span>
      ))}
    </div>
  );
}

const ChartTable = ({ periods, caption }: { periods: readonly Period[]; caption: string }) => (
  <VisuallyHidden>
    <Table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{say.when}</th>
          {periods.slice(0, 1).flatMap((period) =>
            values(period).map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {periods.map((period) => (
          <tr key={period.day}>
            <th scope="row">{period.title}</th>
            {values(period).map(([name, texts]) => (
              <td key={name}>{texts}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </VisuallyHidden>
);

/** A period and its values, as a screen reader says them. */
const labelOf = (period: Period): string =>
  say.ofPeriod(
    period.title,
    values(period)
      .map(([name, texts]) => say.ofValue(texts, name.toLowerCase()))
      .join(', '),
  );

/** The column that a key leads to; undefined for any other key. */
function columnAfter(pressed: string, at: number, last: number): number | undefined {
  const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  const place = places[pressed];
  return place === undefined ? undefined : Math.min(Math.max(place, 0), last);
}

/** Bars of each period. One of them is in the order of tabs; arrows lead to the others. */
export function TextChart({ periods, caption }: { periods: readonly Period[]; caption: string }) {
  const [active, setActive] = useState<number | null>(null);
  const [stop, setStop] = useState(periods.length - 1);
  const steps = stepsTo(Math.max(0, ...periods.map(({ sent, received }) => Math.max(sent, received))));
  const top = steps.at(-1) ?? 1;
  const every = Math.max(1, Math.ceil(periods.length / mostNames));
  const last = periods.length - 1;
  const tabStop = Math.min(stop, last);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') setActive(null);
    const next = columnAfter(event.key, tabStop, last);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    (event.currentTarget.children[next] as HTMLElement).focus();
  };
  const shownPeriod = active === null ? undefined : periods[active];
  return (
    <figure className="chart">
      <figcaption className="chart-key">
        {key().map(([name, look]) => (
          <span key={name}>
            <i className={look} />
            {name}
          </span>
        ))}
      </figcaption>
      <div className="chart-body">
        <div className="chart-scale" aria-hidden="true">
          {steps.map((step) => (
            <span key={step} style={{ bottom: share(step, top) }}>
              {number(step)}
            </span>
          ))}
        </div>
        <div className="chart-plot">
          {steps.map((step) => (
            <div key={step} className="chart-line" style={{ bottom: share(step, top) }} />
          ))}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
          <div className="chart-columns" role="group" aria-label={caption} onKeyDown={onKeyDown}>
            {periods.map((period, index) => (
              <button
                key={period.day}
                type="button"
                className={index === active ? 'chart-column chart-column-active' : 'chart-column'}
                tabIndex={index === tabStop ? 0 : -1}
                aria-label={labelOf(period)}
                onPointerEnter={() => setActive(index)}
                onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
                onFocus={() => {
                  setActive(index);
                  setStop(index);
                }}
                onBlur={() => setActive(null)}
              >
                <Bars period={period} top={top} />
                {(last - index) % every === 0 && (
                  <span
                    className={`chart-name ${(last - index) % (2 * every) === 0 ? '' : 'chart-name-minor'}`}
                  >
                    {period.name}
                  </span>
                )}
              </button>
            ))}
          </div>
          {shownPeriod && active !== null && (
            <Tip period={shownPeriod} place={last === 0 ? 0.5 : active / last} />
          )}
        </div>
      </div>
      <ChartTable periods={periods} caption={caption} />
    </figure>
  );
}
