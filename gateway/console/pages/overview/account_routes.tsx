// Devices, carriers and numbers of an account, in a line each.
import type { ReactNode } from 'react';
import type { Overview } from '../../api/types.ts';
import { AppLink } from '../../ui/link.tsx';

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="line">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const stateClass = (isGood: boolean) => (isGood ? 'status status-good' : 'status status-bad');

const deviceWords = ({ total, online, problems }: Overview['devices']) => {
  if (total === 0) return 'None paired';
  const rest = problems === 0 ? '' : `, ${problems} with a problem`;
  return `${online} of ${total} online${rest}`;
};

export function AccountRoutes({ overview, home }: { overview: Overview; home: string }) {
  const { devices, carriers, numbers } = overview;
  return (
    <section className="panel tile-wide" aria-labelledby="ways-title">
      <h2 id="ways-title" className="section-title">
        Routes
      </h2>
      <dl className="lines">
        <Line name="Devices">
          <span
            className={
              devices.total === 0
                ? 'status status-quiet'
                : stateClass(devices.online > 0 && devices.problems === 0)
            }
          >
            {deviceWords(devices)}
          </span>
          <AppLink className="link" to={`${home}/devices`}>
            {devices.total === 0 ? 'Pair a phone' : 'See devices'}
          </AppLink>
        </Line>
        {carriers.map(({ name, state, detail }) => (
          <Line key={name} name={`Carrier ${name}`}>
            <span className={stateClass(state === 'up')}>{state === 'up' ? 'Up' : 'Down'}</span>
            {state !== 'up' && detail && <span className="quiet">{detail}</span>}
          </Line>
        ))}
        <Line name="Numbers">{numbers === 0 ? 'None of a carrier' : `${numbers} of carriers`}</Line>
      </dl>
    </section>
  );
}
