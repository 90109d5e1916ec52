// The texts to send, the button that sends them, and the progress.
import { Progress as Bar, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Instant } from '../../ui/instant.tsx';
import { atOnce, isOpen, LaterFields, leavingOf, sendWords } from '../../ui/later.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { type CheckedRow, nothingYet, type Progress, runBulk } from './run_bulk.ts';

interface SendingProps {
  account: number;
  rows: readonly CheckedRow[];
  /** Texts that the account has left this month; null without a cap. */
  left: number | null;
  /** Makes a new sending of the same rows. */
  sendAgain: () => void;
}

const count = (texts: number) => `${texts.toLocaleString()} ${texts === 1 ? 'text' : 'texts'}`;

/** Warns before the page is closed in the midst of it. */
function useWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOn]);
}

/** The rows that were sent before. */
function SentBefore({
  rows,
  all,
  sendAgain,
}: {
  rows: readonly CheckedRow[];
  all: number;
  sendAgain: () => void;
}) {
  const times = rows.map(({ sent_at }) => sent_at ?? '').sort();
  const [first = ''] = times;
  const day = (at: string, days: number) => {
    const date = new Date(at);
    date.setHours(0, 0, 0, 0);
    date.setDate(date.getDate() + days);
    return date.toISOString();
  };
  const query = new URLSearchParams({
    direction: 'out',
    from: day(first, 0),
    to: day(times.at(-1) ?? first, 1),
  });
  const isAll = rows.length === all;
  const changed = rows.filter(({ differs }) => differs).length;
  return (
    <section className="panel" aria-label="Sent before">
      <p>
        {isAll
          ? `${all === 1 ? 'This row was' : `All ${all.toLocaleString()} rows were`} sent`
          : `${rows.length.toLocaleString()} of ${all.toLocaleString()} rows were sent`}{' '}
        on <Instant at={first} />. {isAll ? 'Nothing is left to send.' : 'They are left out.'}
      </p>
      {changed > 0 && (
        <p className="bulk-bad">
          {changed.toLocaleString()} of them had another number or other words then: give such rows another
          reference.
        </p>
      )}
      <Group gap="sm" mt="sm">
        <AccountLink to={`/texts?${query}`}>See them</AccountLink>
        <Button variant="default" size="compact-md" onClick={sendAgain}>
          Send all again as a new sending
        </Button>
      </Group>
    </section>
  );
}

/** How far it is, and what was refused meanwhile. */
function HowFar({ progress, all, isRunning }: { progress: Progress; all: number; isRunning: boolean }) {
  const { done, accepted, refused, rest } = progress;
  const share = (done / all) * 100;
  const counted = `${accepted.toLocaleString()} accepted, ${refused.length.toLocaleString()} refused, ${(all - done).toLocaleString()} to go.`;
  return (
    <>
      {(done > 0 || isRunning) && (
        <Bar.Root mt="sm" mb="sm">
          <Bar.Section value={share} aria-label={`${Math.round(share)} % done`} />
        </Bar.Root>
      )}
      <p className="quiet facts" role="status">
        {rest ??
          (done > 0
            ? counted
            : 'Keep this page open while it sends. Choose the same file again to go on where it stopped: no row is sent twice.')}
      </p>
      {refused.length > 0 && (
        <ul className="bulk-refused">
          {refused.slice(0, 20).map(({ line, words }) => (
            <li key={line}>
              Line {line}: {words}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function Sending({ account, rows, left, sendAgain }: SendingProps) {
  const able = rows.filter(({ ok }) => ok);
  const before = able.filter(({ sent_at }) => sent_at !== null);
  const good = able.filter(({ sent_at }) => sent_at === null);
  const [progress, setProgress] = useState<Progress>(nothingYet);
  const [isRunning, setRunning] = useState(false);
  const [later, setLater] = useState(atOnce);
  const stop = useRef<AbortController>(null);
  useWarning(isRunning);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async () => {
    stop.current = new AbortController();
    setRunning(true);
    const { signal } = stop.current;
    await runBulk({ account, rows: good, from: progress, leaving: leavingOf(later), signal }, setProgress);
    setRunning(false);
  };
  const bad = rows.length - able.length;
  const isDone = progress.done >= good.length;
  const open = good.length - progress.done;
  return (
    <>
      {before.length > 0 && <SentBefore rows={before} all={able.length} sendAgain={sendAgain} />}
      {(good.length > 0 || bad > 0) && (
        <section className="panel" aria-label="Sending">
          {good.length > 0 && (
            <p className="big">
              {isDone ? count(progress.accepted) : count(open)}
              <small>{isDone ? ' accepted' : ' to send'}</small>
            </p>
          )}
          {bad > 0 && (
            <p className="bulk-bad">
              {bad.toLocaleString()} {bad === 1 ? 'row' : 'rows'} cannot be sent and will be left out. They
              stand first below.
            </p>
          )}
          {left !== null && open > left && !isDone && (
            <p className="bulk-bad">
              This month’s plan has {count(left)} left: it will stop there. It goes on with a larger plan or
              next month.
            </p>
          )}
          {good.length > 0 && <HowFar progress={progress} all={good.length} isRunning={isRunning} />}
          {!isDone && !isRunning && <LaterFields account={account} value={later} change={setLater} />}
          {!isDone && (
            <Group gap="sm" mt="md">
              {isRunning ? (
                <Button variant="default" onClick={() => stop.current?.abort()}>
                  Pause
                </Button>
              ) : (
                <Button disabled={open <= 0 || isOpen(later)} onClick={() => void start()}>
                  {progress.done > 0 ? 'Go on' : sendWords(later, count(good.length))}
                </Button>
              )}
            </Group>
          )}
        </section>
      )}
    </>
  );
}
