// An account at a glance: what was used and is left, whether it can send, the month's days, and its routes.
import { useQuery } from '@tanstack/react-query';
import { overviewQuery, quietHoursQuery, useAccountId } from '../../api/account.ts';
import type { Overview, Usage } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { todayIn } from '../../ui/chart_scale.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, LinkButton } from '../../ui/link.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { fillPeriods } from '../../ui/periods.ts';
import { Pending } from '../../ui/state.tsx';
import { TextChart } from '../../ui/text_chart.tsx';
import { shareOf, UsageMeter } from '../../ui/usage_meter.tsx';
import { often } from '../../words/en/often.ts';
import { overview as say } from '../../words/en/overview.ts';
import { shell } from '../../words/en/shell.ts';
import { inEnglish } from '../../words/english.ts';
import { dateFormat, number } from '../../words/formats.ts';
import { served } from '../../words/language.ts';
import { Say } from '../../words/say.tsx';
import { AccountRoutes } from './account_routes.tsx';
import { remedyOf, standingOf } from './can_send.ts';
import { FirstSteps, isNew } from './first_steps.tsx';
import { quietEnd } from './quiet_end.ts';

const day = dateFormat({ day: 'numeric', month: 'long' });
const dayOf = (iso: string) => day(new Date(iso));

function UsagePanel({ usage, sellsPlans }: { usage: Usage; sellsPlans: boolean }) {
  const { texts_used, texts_cap, texts_remaining } = usage;
  return (
    <Panel title={often.thisMonth}>
      <p className="big">
        {number(texts_used)}
        <small> {texts_cap === null ? say.textsUsed : say.ofTextsUsed(texts_cap)}</small>
      </p>
      <UsageMeter usage={usage} />
      <p className="quiet facts">
        {texts_remaining === null ? say.noCap : say.left(texts_remaining)}{' '}
        <Say words={say.newMonth} parts={{ at: <Instant at={usage.resets_at} as={dayOf} /> }} />
        {shareOf(usage) >= 80 && sellsPlans && (
          <>
            {' '}
            <AccountLink to="/billing">{say.remedies.cap_reached}</AccountLink>
          </>
        )}
      </p>
    </Panel>
  );
}

/** Whether texts leave, and what stands in their way. */
function StandingPanel({ overview: { usage, simulated, note, sells_plans } }: { overview: Overview }) {
  const { data } = useQuery(quietHoursQuery(useAccountId()));
  const quietUntil = data?.quiet_hours ? quietEnd(data.quiet_hours, nowMs()) : null;
  const isTrial = usage.can_send && simulated;
  const { title, words } = standingOf(usage);
  const remedy = remedyOf(usage.reason);
  const look = usage.can_send ? (isTrial ? 'status-warn' : 'status-good') : 'status-bad';
  return (
    <Panel title={say.sending}>
      <p className="standing">
        <span className={`status ${look}`}>{isTrial ? say.readyToTry : title}</span>
      </p>
      <p className="quiet facts">{isTrial && note ? served(inEnglish(note), say.trialNote) : words}</p>
      {usage.can_send && quietUntil !== null && (
        <p className="quiet facts">
          {say.quietNow(quietUntil)} <AccountLink to="/settings">{say.quietHours}</AccountLink>
        </p>
      )}
      {remedy && (sells_plans || remedy.path !== 'plan') && (
        <LinkButton size="sm" mt="sm" to={`/${remedy.path}`}>
          {remedy.label}
        </LinkButton>
      )}
    </Panel>
  );
}

function Shown({ overview }: { overview: Overview }) {
  const today = todayIn(overview.time_zone, nowMs());
  return (
    <div className="tiles">
      {isNew(overview) && <FirstSteps overview={overview} />}
      <UsagePanel usage={overview.usage} sellsPlans={overview.sells_plans} />
      <StandingPanel overview={overview} />
      <Panel title={say.dayByDay} className="tile-wide">
        <TextChart
          periods={fillPeriods(overview.days, `${today.slice(0, 7)}-01`, today, 'day')}
          caption={say.dayCaption}
        />
        <p className="quiet facts">
          <AccountLink to="/analytics">{say.moreStats}</AccountLink>
        </p>
      </Panel>
      <AccountRoutes overview={overview} />
    </div>
  );
}

export function OverviewPage() {
  const account = useAccountId();
  const query = useQuery({ ...overviewQuery(account), refetchInterval: 30_000 });
  const { data } = query;
  return (
    <Page
      title={shell.overview}
      actions={
        <OnlyMembers>
          <LinkButton to="/write">{say.sendText}</LinkButton>
        </OnlyMembers>
      }
    >
      <Pending of={query} />
      {data && <Shown overview={data} />}
    </Page>
  );
}
