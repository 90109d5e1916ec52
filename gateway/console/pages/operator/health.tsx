// How the whole service is, with what moved while the page was open.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { LinePicture } from '../../ui/line_picture.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { Pending } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { number } from '../../words/formats.ts';
import { Say } from '../../words/say.tsx';
import { ageWords, LastDay } from './daily_health.tsx';

type Health = Schemas['Health'];
const lookAgainMs = 5_000;
/** Half an hour. */
const keptPoints = 360;

interface FigureProps {
  name: string;
  value: string;
  points?: readonly number[];
  children?: ReactNode;
}

const Figure = ({ name, value, points, children }: FigureProps) => (
  <Panel title={name}>
    <p className="big">{value}</p>
    {points && points.length > 1 && <LinePicture points={points} />}
    {children && <p className="quiet facts">{children}</p>}
  </Panel>
);

const sizeWords = (bytes: number) =>
  bytes < 2 ** 30
    ? say.megabytes(Math.round(bytes / 2 ** 20))
    : say.gigabytes(Math.round((bytes / 2 ** 30) * 10) / 10);

/** What was seen since the page was opened, newest last. */
function useSeen(health: Health | undefined): Health[] {
  const [seen, setSeen] = useState<Health[]>([]);
  useEffect(() => {
    if (health) setSeen((before) => [...before, health].slice(-keptPoints));
  }, [health]);
  return seen;
}

function Shown({ health, seen }: { health: Health; seen: readonly Health[] }) {
  const { queue, database, cores } = health;
  return (
    <div className="tiles">
      <Figure
        name={say.waitingForDevice}
        value={number(queue.device)}
        points={seen.map((one) => one.queue.device)}
      />
      <Figure
        name={say.waitingForCarrier}
        value={number(queue.gateway)}
        points={seen.map((one) => one.queue.gateway)}
      >
        {say.carrierCores(health.carrier_cores)}
      </Figure>
      <Figure
        name={say.oldestWaiting}
        value={health.oldest_waiting_seconds === 0 ? often.none : ageWords(health.oldest_waiting_seconds)}
        points={seen.map((one) => one.oldest_waiting_seconds)}
      />
      <Figure
        name={say.database}
        value={sizeWords(database.bytes)}
        points={seen.map((one) => one.database.connections)}
      >
        <Say
          words={say.databaseFacts(database.connections, database.most_connections, database.version)}
          parts={{ at: <Instant at={database.started_at} /> }}
        />
      </Figure>
      {cores.map((core) => (
        <Panel title={say.core} className="tile-wide" key={core.started_at}>
          <Facts
            facts={[
              [say.version, core.version],
              [say.upSince, <Instant key="since" at={core.started_at} />],
              [say.links, number(core.links)],
              [say.gateways, number(core.watches)],
              [say.handed, number(core.texts_handed_over)],
              [say.expired, number(core.texts_expired)],
              [say.calls, number(core.calls)],
              [say.callsFailed, number(core.calls_failed)],
            ]}
          />
        </Panel>
      ))}
    </div>
  );
}

export function OperatorHealthPage() {
  const query = useQuery({
    ...queryOf('GET /operator/health'),
    refetchInterval: lookAgainMs,
    structuralSharing: false,
  });
  const { data } = query;
  const seen = useSeen(data);
  return (
    <Page title={say.health} lead={say.healthLead}>
      <div className="stack">
        <section className="stack" aria-labelledby="now">
          <h2 id="now">{say.now}</h2>
          <Pending of={query} />
          {data && <Shown health={data} seen={seen} />}
        </section>
        <LastDay />
      </div>
    </Page>
  );
}
