// What somebody does first in a new account.
import { useRole } from '../../api/account.ts';
import type { Overview } from '../../api/types.ts';
import { Icon } from '../../ui/icons.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { keys } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';
import { overview as say } from '../../words/en/overview.ts';

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
    title: say.steps.send,
    words: simulated ? say.steps.sendSimulated : say.steps.sendReal,
    path: 'write',
    action: canSend ? say.steps.write : null,
  };
  const pair = {
    isDone: hasPhone,
    title: often.pairPhone,
    words: isAdmin ? say.steps.pairAdmin : say.steps.pairMember,
    path: 'devices',
    action: isAdmin ? often.pairPhone : null,
  };
  const connect = {
    isDone: false,
    title: say.steps.connect,
    words: isAdmin ? say.steps.connectAdmin : say.steps.connectMember,
    path: 'keys',
    action: isAdmin ? keys.make : null,
  };
  // Without a simulated phone nothing can be sent before a real one is there.
  return simulated || hasPhone ? [send, pair, connect] : [pair, send, connect];
}

export function FirstSteps({ overview }: { overview: Overview }) {
  const role = useRole();
  return (
    <Panel title={say.steps.title} className="tile-wide steps">
      <ol>
        {stepsOf(overview, role).map(({ isDone, title, words, path, action }) => (
          <li key={title} className={isDone ? 'step-done' : undefined}>
            <span className="step-mark">{isDone && <Icon name="check" size={14} />}</span>
            <div>
              <strong>
                {title}
                {isDone && <span className="quiet"> {say.steps.done}</span>}
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
