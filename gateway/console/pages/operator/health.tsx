// How the whole service is, with what moved while the page was open.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { Pending } from '../../ui/state.tsx';

type Health = Schemas['Health'];
const lookAgainMs = 5_000;
/** Half an hour. */
const keptPoints = 360;
const lineWidth = 240;
const lineHeight = 44;

/** A line of what was seen, drawn by hand. The words beside it say the newest value. */
function Picture({ points }: { points: readonly number[] }) {
  const top = Math.max(...points, 1);
  const step = lineWidth / Math.max(points.length - 1, 1);
  const place = (value: number, index: number) =>
    `${(index * step).toFixed(1)},${(lineHeight - 2 - (value / top) * (lineHeight - 4)).toFixed(1)}`;
  return (
    <svg
      className="picture"
      viewBox={`0 0 ${lineWidth} ${lineHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.map(place).join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface FigureProps {
  name: string;
  value: string;
  points?: readonly number[];
  children?: ReactNode;
}

const Figure = ({ name, value, points, children }: FigureProps) => (
  <Panel title={name}>
    <p className="big">{value}</p>
    {points && points.length > 1 && <Picture points={points} />}
    {children && <p className="quiet facts">{children}</p>}
  </Panel>
);

function ageWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

const sizeWords = (bytes: number) =>
  bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(0)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`;

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
        name="Waiting for a device"
        value={queue.device.toLocaleString()}
        points={seen.map((one) => one.queue.device)}
      />
      <Figure
        name="Waiting for a carrier"
        value={queue.gateway.toLocaleString()}
        points={seen.map((one) => one.queue.gateway)}
      >
        {health.carrier_cores} {health.carrier_cores === 1 ? 'core hands' : 'cores hand'} texts to carriers.
      </Figure>
      <Figure
        name="Oldest text that waits"
        value={health.oldest_waiting_seconds === 0 ? 'None' : ageWords(health.oldest_waiting_seconds)}
        points={seen.map((one) => one.oldest_waiting_seconds)}
      />
      <Figure
        name="Database"
        value={sizeWords(database.bytes)}
        points={seen.map((one) => one.database.connections)}
      >
        {database.connections} of {database.most_connections} connections. PostgreSQL {database.version}, up
        since <Instant at={database.started_at} />.
      </Figure>
      {cores.map((core) => (
        <Panel title="Core" className="tile-wide" key={core.started_at}>
          <Facts
            facts={[
              ['Version', core.version],
              ['Up since', <Instant key="since" at={core.started_at} />],
              ['Linked devices', core.links.toLocaleString()],
              ['Gateways', core.watches.toLocaleString()],
              ['Handed to devices', core.texts_handed_over.toLocaleString()],
              ['Expired', core.texts_expired.toLocaleString()],
              ['Calls', core.calls.toLocaleString()],
              ['Calls refused or failed', core.calls_failed.toLocaleString()],
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
    <Page
      title="Health"
      lead="Read anew every 5 seconds. The lines show what changed while this page was open."
    >
      <Pending of={query} />
      {data && <Shown health={data} seen={seen} />}
    </Page>
  );
}
