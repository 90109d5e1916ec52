// How many texts were sent and received, by time; why texts failed; what each phone and carrier did; and how broadcasts went.
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { quietHoursQuery, useAccountId } from '../../api/account.ts';
import { withQuery } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { dayAfter, todayIn } from '../../ui/chart_scale.ts';
import { downloadCsv } from '../../ui/download_csv.ts';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type By, fillPeriods } from '../../ui/periods.ts';
import { Pending } from '../../ui/state.tsx';
import { TextChart } from '../../ui/text_chart.tsx';
import { often } from '../../words/en/often.ts';
import { stats as say } from '../../words/en/stats.ts';
import { number } from '../../words/formats.ts';
import { Broadcasts } from './broadcasts.tsx';
import { DownloadButton } from './download_button.tsx';
import { Devices, Reasons } from './parts.tsx';

type Stat = Schemas['Stat'];

interface Range {
  name: keyof typeof say.ranges;
  by: readonly By[];
}

/** The ranges that are offered, in days, each with what it may be divided into. */
const ranges: Readonly<Record<string, Range>> = {
  7: { name: 'week', by: ['day'] },
  30: { name: 'month', by: ['day', 'week'] },
  91: { name: 'quarter', by: ['week', 'month', 'day'] },
  365: { name: 'year', by: ['month', 'week'] },
};
const usual = '30';

/** What the address asks for. */
function useChoice() {
  const search = useSearch({ strict: false }) as { days?: unknown; by?: unknown };
  const navigate = useNavigate();
  const days = String(search.days) in ranges ? String(search.days) : usual;
  const offered = ranges[days]?.by ?? ['day'];
  const by = offered.find((each) => each === search.by) ?? (offered[0] as By);
  const choose = (choice: { days: string; by?: string }) =>
    void navigate({ to: '.', search: choice as never, replace: true });
  return { days, by, offered, choose };
}

function useStats(account: number, asked: { from: string; by: By; split?: 'device' | 'reason' }) {
  return useQuery({
    ...queryOf('GET /stats', { account, query: asked }),
    placeholderData: keepPreviousData,
    // While texts are still being counted, the page fills in.
    refetchInterval: ({ state }) => (state.data?.complete === false ? 2_000 : 60_000),
  });
}

const sumOf = (
  stats: readonly Stat[],
  field: 'sent' | 'delivered' | 'failed' | 'cancelled' | 'received' | 'replied',
) => stats.reduce((sum, stat) => sum + stat[field], 0);

function Totals({ stats }: { stats: readonly Stat[] }) {
  const sent = sumOf(stats, 'sent');
  const partOf = (texts: number) =>
    sent === 0 ? '' : ` ${say.share(Math.round((texts / sent) * 1000) / 10)}`;
  const facts = [
    [often.sent, sent, ''],
    [often.delivered, sumOf(stats, 'delivered'), partOf(sumOf(stats, 'delivered'))],
    [often.failed, sumOf(stats, 'failed'), partOf(sumOf(stats, 'failed'))],
    [often.cancelled, sumOf(stats, 'cancelled'), ''],
    [often.received, sumOf(stats, 'received'), ''],
    [often.replies, sumOf(stats, 'replied'), ''],
  ] as const;
  return (
    <dl className="totals">
      {facts.map(([name, texts, part]) => (
        <div key={name} className="panel">
          <dt>{name}</dt>
          <dd className="big">
            {number(texts)}
            <small>{part}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Choices({ days, by, offered, choose }: ReturnType<typeof useChoice>) {
  return (
    <div className="filters">
      <NativeSelect
        label={say.range}
        value={days}
        onChange={(event) => choose({ days: event.currentTarget.value })}
        data={Object.entries(ranges).map(([value, { name }]) => ({ value, label: say.ranges[name] }))}
      />
      <NativeSelect
        label={say.by}
        value={by}
        disabled={offered.length === 1}
        onChange={(event) => choose({ days, by: event.currentTarget.value })}
        data={offered.map((value) => ({ value, label: say.units[value] }))}
      />
    </div>
  );
}

function Shown({
  account,
  zone,
  choice,
}: {
  account: number;
  zone: string;
  choice: ReturnType<typeof useChoice>;
}) {
  const { days, by } = choice;
  const from = dayAfter(todayIn(zone, nowMs()), 1 - Number(days));
  const query = useStats(account, { from, by });
  const reasons = useStats(account, { from, by: 'month', split: 'reason' });
  const devices = useStats(account, { from, by: 'month', split: 'device' });
  const { data } = query;
  const label = say.ranges[ranges[days]?.name ?? 'month'];
  const download = (split: 'device' | 'reason', what: string) => (
    <DownloadButton
      what={what}
      path="/api/v1/stats.csv"
      query={{ from, by, split }}
      name={`stats-by-${split}`}
    />
  );
  return (
    <>
      <Pending of={query} />
      {data && (
        <div className="stack">
          <Totals stats={data.stats} />
          <Panel title={say.rangeBy(label, say.units[by])}>
            <TextChart
              key={`${days} ${by}`}
              periods={fillPeriods(data.stats, data.from, data.to, by)}
              caption={say.caption(label, say.units[by])}
            />
            <p className="quiet facts" role="status">
              {!data.complete && `${say.stillCounting} `}
              {say.countedIn(data.time_zone)}
            </p>
          </Panel>
          {reasons.data && <Reasons stats={reasons.data.stats} action={download('reason', say.whyFailed)} />}
          {devices.data && <Devices stats={devices.data.stats} action={download('device', say.byRoute)} />}
          <Broadcasts account={account} from={from} zone={zone} />
        </div>
      )}
    </>
  );
}

export function AnalyticsPage() {
  const account = useAccountId();
  const choice = useChoice();
  const hours = useQuery(quietHoursQuery(account));
  const zone = hours.data ? (hours.data.quiet_hours?.time_zone ?? 'UTC') : undefined;
  const download = () => {
    const from = dayAfter(todayIn(zone ?? 'UTC', nowMs()), 1 - Number(choice.days));
    void downloadCsv(withQuery('/api/v1/stats.csv', { from, by: choice.by }), account, 'stats');
  };
  return (
    <Page
      title={say.title}
      lead={say.lead}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          disabled={zone === undefined}
          onClick={download}
        >
          {say.download}
        </Button>
      }
    >
      <Choices {...choice} />
      <Pending of={hours} />
      {zone !== undefined && <Shown account={account} zone={zone} choice={choice} />}
    </Page>
  );
}
