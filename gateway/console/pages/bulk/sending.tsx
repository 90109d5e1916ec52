// What will be sent, the button that does it, and how far it is.
import { Progress as Bar, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { atOnce, isOpen, LaterFields, leavingOf, sendWords } from '../../ui/later.tsx';
import { type CheckedRow, type Progress, progressOf, runBulk } from './run_bulk.ts';

interface SendingProps {
  account: number;
  file: string;
  rows: readonly CheckedRow[];
  /** Texts that the account has left this month; null without a cap. */
  left: number | null;
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

export function Sending({ account, file: name, rows, left }: SendingProps) {
  const good = rows.filter(({ ok }) => ok);
  // Other verdicts make another list, which begins anew: what was sent of it is not sent again.
  const file = `${name}-${good.length}`;
  const [progress, setProgress] = useState<Progress>(() => progressOf(account, file));
  const [isRunning, setRunning] = useState(false);
  const [later, setLater] = useState(atOnce);
  const stop = useRef<AbortController>(null);
  useWarning(isRunning);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async () => {
    stop.current = new AbortController();
    setRunning(true);
    const { signal } = stop.current;
    await runBulk({ account, file, rows: good, leaving: leavingOf(later), signal }, setProgress);
    setRunning(false);
  };
  const bad = rows.length - good.length;
  const isDone = progress.done >= good.length && good.length > 0;
  const open = good.length - progress.done;
  const share = good.length === 0 ? 0 : (progress.done / good.length) * 100;
  return (
    <section className="panel" aria-label="Sending">
      <p className="big">
        {isDone ? count(progress.accepted) : count(open)}
        <small>{isDone ? ' accepted' : ' to send'}</small>
      </p>
      {bad > 0 && (
        <p className="bulk-bad">
          {bad.toLocaleString()} {bad === 1 ? 'row' : 'rows'} cannot be sent and will be left out. They stand
          first below.
        </p>
      )}
      {left !== null && open > left && !isDone && (
        <p className="bulk-bad">
          This month’s plan has {count(left)} left: it will stop there. It goes on with a larger plan or next
          month.
        </p>
      )}
      {(progress.done > 0 || isRunning) && (
        <Bar.Root mt="sm" mb="sm">
          <Bar.Section value={share} aria-label={`${Math.round(share)} % done`} />
        </Bar.Root>
      )}
      <p className="quiet facts" role="status">
        {progress.rest ??
          (progress.done > 0
            ? `${progress.accepted.toLocaleString()} accepted, ${progress.refused.length.toLocaleString()} refused, ${open.toLocaleString()} to go.`
            : 'Keep this page open while it sends. Choose the same file again to go on where it stopped: no row is sent twice.')}
      </p>
      {progress.refused.length > 0 && (
        <ul className="bulk-refused">
          {progress.refused.slice(0, 20).map(({ line, words }) => (
            <li key={line}>
              Line {line}: {words}
            </li>
          ))}
        </ul>
      )}
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
  );
}
