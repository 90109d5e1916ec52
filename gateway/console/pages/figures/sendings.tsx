// The sendings that began within a range, with what became of each. Their numbers are kept with them: nothing is counted here.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { todayIn } from '../../ui/chart_scale.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { figures as say } from '../../words/en/figures.ts';
import { often } from '../../words/en/often.ts';
import { sendings } from '../../words/en/sendings.ts';
import { number } from '../../words/formats.ts';
import { DownloadButton } from './download_button.tsx';

type Sending = Schemas['Sending'];

/** Sendings that are looked at, the newest of all. */
const mostLookedAt = 200;
const readEveryMs = 15_000;

/** When its first text was to leave; null for a draft. */
const beginOf = ({ started_at: started, send_at: at }: Sending) => started && (at ?? started);

const shown = (field: 'accepted' | 'delivered' | 'failed' | 'replied') => (sending: Sending) => (
  <span className="number">{number(sending[field])}</span>
);

export function Sendings({ account, from, zone }: { account: number; from: string; zone: string }) {
  const { data } = useQuery({
    ...queryOf('GET /sendings', { account, query: { limit: mostLookedAt } }),
    refetchInterval: readEveryMs,
  });
  if (!data || data.sendings.length === 0) return null;
  const ofRange = data.sendings.filter((sending) => {
    const begin = beginOf(sending);
    return begin !== null && sending.accepted > 0 && todayIn(zone, Date.parse(begin)) >= from;
  });
  return (
    <Panel
      title={say.bySending}
      action={<DownloadButton what={say.bySending} path="/api/v1/sendings.csv" name="sendings" />}
    >
      {ofRange.length === 0 ? (
        <p className="quiet facts">{say.noSendings}</p>
      ) : (
        <ResourceTable
          isBare
          caption={say.sendingsOf}
          query={{ data: ofRange }}
          keyOf={({ id }) => id}
          columns={[
            [sendings.sending, ({ id, name }) => <AccountLink to={`/sendings/${id}`}>{name}</AccountLink>],
            [sendings.started, (sending) => <Instant at={beginOf(sending) ?? sending.created_at} />],
            [often.sent, shown('accepted')],
            [often.delivered, shown('delivered')],
            [often.failed, shown('failed')],
            [often.replied, shown('replied')],
          ]}
        />
      )}
      <p className="quiet facts">
        <AccountLink to="/sendings">{sendings.all}</AccountLink>
      </p>
    </Panel>
  );
}
