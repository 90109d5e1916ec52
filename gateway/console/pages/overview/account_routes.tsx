// Devices, carriers and numbers of an account, in a line each.
import { Fragment } from 'react';
import type { Overview } from '../../api/types.ts';
import { AccountLink } from '../../ui/link.tsx';
import { Lines, Panel } from '../../ui/panel.tsx';
import { often } from '../../words/en/often.ts';
import { overview as say } from '../../words/en/overview.ts';
import { Quoted } from '../../words/quoted.tsx';

const stateClass = (isGood: boolean) => (isGood ? 'status status-good' : 'status status-bad');

const deviceWords = ({ total, online, problems }: Overview['devices']) => {
  if (total === 0) return say.routes.noDevices;
  return problems === 0
    ? say.routes.online(online, total)
    : say.routes.onlineWithProblems(online, total, problems);
};

export function AccountRoutes({ overview }: { overview: Overview }) {
  const { devices, carriers, numbers } = overview;
  const isGood = devices.online > 0 && devices.problems === 0;
  return (
    <Panel title={say.routes.title} className="tile-wide">
      <Lines
        facts={[
          [
            often.devices,
            <Fragment key="devices">
              <span className={devices.total === 0 ? 'status status-quiet' : stateClass(isGood)}>
                {deviceWords(devices)}
              </span>
              <AccountLink to="/devices">
                {devices.total === 0 ? often.pairPhone : say.routes.seeDevices}
              </AccountLink>
            </Fragment>,
          ],
          ...carriers.map(
            ({ name, state, detail }) =>
              [
                say.routes.carrier(name),
                <Fragment key={name}>
                  <span className={stateClass(state === 'up')}>{state === 'up' ? often.up : often.down}</span>
                  {state !== 'up' && detail && (
                    <span className="quiet">
                      <Quoted words={detail} />
                    </span>
                  )}
                </Fragment>,
              ] as const,
          ),
          [often.numbers, numbers === 0 ? say.routes.noNumbers : say.routes.numbers(numbers)],
        ]}
      />
    </Panel>
  );
}
