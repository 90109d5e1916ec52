// What somebody does first in a new account.
import { useRole } from '../../api/account.ts';
import type { Overview } from '../../api/types.ts';
import { Icon } from '../../ui/icons.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';

/** True until the account has sent its first text and has a phone or carrier that is real. */
export const isNew = ({ days, usage, devices, simulated }: Overview): boolean =>
  (usage.texts_used === 0 && days.every(({ sent }) => sent === 0)) || (simulated && devices.total <= 1);

interface Step {
  isDone: boolean;
  title: string;
  words: string;
  path: string;
  /** What the link says; null where the reader may not. */
  action: string | null;
}

function stepsOf(
  { usage, days, devices, simulated }: Overview,
  { canSend, isAdmin }: { canSend: boolean; isAdmin: boolean },
): Step[] {
  const hasPhone = devices.total > (simulated ? 1 : 0);
  const send = {
    isDone: usage.texts_used > 0 || days.some(({ sent }) => sent > 0),
    title: 'Send your first text',
    words: simulated
      ? 'A simulated phone is here to try things out: +15005550006 delivers at once, +15005550011 replies.'
      : 'To your own phone, to see it arrive.',
    path: 'write',
    action: canSend ? 'Write a text' : null,
  };
  const pair = {
    isDone: hasPhone,
    title: 'Pair a phone',
    words: isAdmin
      ? 'An Android phone or a modem carries your texts. With a phone it takes about two minutes.'
      : 'An Android phone or a modem carries your texts. An admin of this account pairs it.',
    path: 'devices',
    action: isAdmin ? 'Pair a phone' : null,
  };
  const connect = {
    isDone: false,
    title: 'Connect your program',
    words: isAdmin
      ? 'Make a key, and let your program send and read texts.'
      : 'An admin of this account makes the key that your program needs.',
    path: 'keys',
    action: isAdmin ? 'Make a key' : null,
  };
  // Without a simulated phone nothing can be sent before a real one is there.
  return simulated || hasPhone ? [send, pair, connect] : [pair, send, connect];
}

export function FirstSteps({ overview }: { overview: Overview }) {
  const role = useRole();
  return (
    <Panel title="First steps" className="tile-wide steps">
      <ol>
        {stepsOf(overview, role).map(({ isDone, title, words, path, action }) => (
          <li key={title} className={isDone ? 'step-done' : undefined}>
            <span className="step-mark">{isDone && <Icon name="check" size={14} />}</span>
            <div>
              <strong>
                {title}
                {isDone && <span className="quiet"> (done)</span>}
              </strong>
              <p className="quiet">{words}</p>
              {!isDone && action !== null && <AccountLink to={`/${path}`}>{action}</AccountLink>}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
