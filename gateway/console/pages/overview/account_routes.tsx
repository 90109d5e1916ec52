// Devices, carriers and numbers of an account, in a line each.
import { Fragment } from 'react';
import type { Overview } from '../../api/types.ts';
import { AccountLink } from '../../ui/link.tsx';
import { Lines, Panel } from '../../ui/panel.tsx';

const stateClass = (isGood: boolean) => (isGood ? 'status status-good' : 'status status-bad');

const deviceWords = ({ total, online, problems }: Overview['devices']) => {
  if (total === 0) return 'None paired';
  const rest = problems === 0 ? '' : `, ${problems} with a problem`;
  return `${online} of ${total} online${rest}`;
};

export function AccountRoutes({ overview }: { overview: Overview }) {
  const { devices, carriers, numbers } = overview;
  const isGood = devices.online > 0 && devices.problems === 0;
  return (
    <Panel title="Routes" className="tile-wide">
      <Lines
        facts={[
          [
            'Devices',
            <Fragment key="devices">
              <span className={devices.total === 0 ? 'status status-quiet' : stateClass(isGood)}>
                {deviceWords(devices)}
              </span>
              <AccountLink to="/devices">{devices.total === 0 ? 'Pair a phone' : 'See devices'}</AccountLink>
            </Fragment>,
          ],
          ...carriers.map(
            ({ name, state, detail }) =>
              [
                `Carrier ${name}`,
                <Fragment key={name}>
                  <span className={stateClass(state === 'up')}>{state === 'up' ? 'Up' : 'Down'}</span>
                  {state !== 'up' && detail && <span className="quiet">{detail}</span>}
                </Fragment>,
              ] as const,
          ),
          ['Numbers', numbers === 0 ? 'None of a carrier' : `${numbers} of carriers`],
        ]}
      />
    </Panel>
  );
}
