// What somebody does first in a new account.
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
  action: string;
}

function stepsOf({ usage, days, devices, simulated }: Overview): Step[] {
  return [
    {
      isDone: usage.texts_used > 0 || days.some(({ sent }) => sent > 0),
      title: 'Send your first text',
      words: simulated
        ? 'A simulated phone is here to try things out: +15005550006 delivers at once, +15005550011 replies.'
        : 'To your own phone, to see it arrive.',
      path: 'write',
      action: 'Write a text',
    },
    {
      isDone: devices.total > (simulated ? 1 : 0),
      title: 'Pair a phone',
      words: 'An Android phone or a modem carries your texts. It takes a few minutes.',
      path: 'devices',
      action: 'Pair a phone',
    },
    {
      isDone: false,
      title: 'Connect your program',
      words: 'Make a key, and let your program send and read texts.',
      path: 'keys',
      action: 'Make a key',
    },
  ];
}

export const FirstSteps = ({ overview }: { overview: Overview }) => (
  <Panel title="First steps" className="tile-wide steps">
    <ol>
      {stepsOf(overview).map(({ isDone, title, words, path, action }) => (
        <li key={title} className={isDone ? 'step-done' : undefined}>
          <span className="step-mark">{isDone && <Icon name="check" size={14} />}</span>
          <div>
            <strong>
              {title}
              {isDone && <span className="quiet"> (done)</span>}
            </strong>
            <p className="quiet">{words}</p>
            {!isDone && <AccountLink to={`/${path}`}>{action}</AccountLink>}
          </div>
        </li>
      ))}
    </ol>
  </Panel>
);
