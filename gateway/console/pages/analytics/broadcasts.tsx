// The broadcasts that began within a range, with what became of each. Their numbers are kept with them: nothing is counted here.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { todayIn } from '../../ui/chart_scale.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { broadcasts } from '../../words/en/broadcasts.ts';
import { often } from '../../words/en/often.ts';
import { stats as say } from '../../words/en/stats.ts';
import { number } from '../../words/formats.ts';
import { DownloadButton } from './download_button.tsx';

type Broadcast = Schemas['Broadcast'];

/** Broadcasts that are looked at, the newest of all. */
const mostLookedAt = 200;
const readEveryMs = 15_000;

/** When its first text was to leave; null for a draft. */
const beginOf = ({ started_at: started, send_at: at }: Broadcast) => started && (at ?? started);

const shown = (field: 'accepted' | 'delivered' | 'failed' | 'replied') => (broadcast: Broadcast) => (
  <span className="number">{number(broadcast[field])}</span>
);

export function Broadcasts({ account, from, zone }: { account: number; from: string; zone: string }) {
  const { data } = useQuery({
    ...queryOf('GET /broadcasts', { account, query: { limit: mostLookedAt } }),
    refetchInterval: readEveryMs,
  });
  if (!data || data.broadcasts.length === 0) return null;
  const ofRange = data.broadcasts.filter((broadcast) => {
    const begin = beginOf(broadcast);
    return begin !== null && broadcast.accepted > 0 && todayIn(zone, Date.parse(begin)) >= from;
  });
  return (
    <Panel
      title={say.byBroadcast}
      action={<DownloadButton what={say.byBroadcast} path="/api/v1/broadcasts.csv" name="broadcasts" />}
    >
      {ofRange.length === 0 ? (
        <p className="quiet facts">{say.noBroadcasts}</p>
      ) : (
        <ResourceTable
          isBare
          caption={say.broadcastsOf}
          query={{ data: ofRange }}
          keyOf={({ id }) => id}
          columns={[
            [
              broadcasts.broadcast,
              ({ id, name }) => <AccountLink to={`/broadcasts/${id}`}>{name}</AccountLink>,
            ],
            [broadcasts.started, (broadcast) => <Instant at={beginOf(broadcast) ?? broadcast.created_at} />],
            [often.sent, shown('accepted')],
            [often.delivered, shown('delivered')],
            [often.failed, shown('failed')],
            [often.replied, shown('replied')],
          ]}
        />
      )}
      <p className="quiet facts">
        <AccountLink to="/broadcasts">{broadcasts.all}</AccountLink>
      </p>
    </Panel>
  );
}
