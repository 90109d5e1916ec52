// The plans: what each holds and costs, which one is in effect, and what a switch means.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { overviewQuery, tiersQuery, useAccountId, useRole } from '../../api/account.ts';
import { type Answer, ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Tier, Usage } from '../../api/types.ts';
import { Page } from '../../ui/page.tsx';
import { Fault, Pending } from '../../ui/state.tsx';
import { UsageMeter } from '../../ui/usage_meter.tsx';
import { billing as say } from '../../words/en/billing.ts';
import { often } from '../../words/en/often.ts';
import { money } from '../../words/formats.ts';
import { served, wordOf } from '../../words/language.ts';
import { BackFromPayment } from './back_from_payment.tsx';
import { keepPayment } from './payment.ts';
import { Renewal } from './renewal.tsx';

/** How often a price is paid; in the service's word for one that the catalogue lacks. */
const intervalWords = (interval: string) => wordOf(say.perInterval, interval);

interface SwitchProps {
  tier: Tier;
  usage: Usage;
  account: number;
  close: () => void;
}

/** What a switch does: the service's sentence, and in other languages what it comes to. */
function whatHappens(preview: Answer<'GET /plan/preview'>): string {
  const { detail, applied_now: isNow, amount_due_cents: due, currency } = preview;
  const { atOnce, atOnceFree, atOnceFor, byPayment } = say.switching;
  if (!isNow) return served(detail, byPayment);
  if (due === null) return served(detail, atOnce);
  return served(detail, due === 0 ? atOnceFree : atOnceFor(money(due, currency)));
}

function SwitchDialog({ tier, usage, account, close }: SwitchProps) {
  const client = useQueryClient();
  const preview = useQuery({
    ...queryOf('GET /plan/preview', { account, query: { plan: tier.plan } }),
    gcTime: 0,
    staleTime: 0,
  });
  const change = useMutation({
    mutationFn: () => ask('POST /plan', { account, body: { plan: tier.plan } }),
    onSuccess: async ({ checkout_url }) => {
      // The payment is the provider's page: one button leads there.
      if (checkout_url !== undefined) {
        keepPayment({ account, plan: tier.plan });
        return location.assign(checkout_url);
      }
      await client.invalidateQueries({ queryKey: ['account', account] });
    },
  });
  const done = change.data;
  const isSmaller = usage.texts_cap !== null && tier.texts_cap < usage.texts_cap;
  return (
    <Modal opened onClose={close} title={say.switchTo(tier.name)}>
      <Stack gap="md">
        {done ? (
          <Alert color="relay" role="status">
            {say.youAreOn(tier.name)}
          </Alert>
        ) : (
          <>
            <Pending of={preview} lines={2} />
            {preview.data && <p className="whole-body">{whatHappens(preview.data)}</p>}
            {usage.texts_used >= tier.texts_cap && (
              <Alert color="orange" variant="light" role="status">
                {say.smallerThanUsed(usage.texts_used, tier.texts_cap)}
              </Alert>
            )}
            {isSmaller && usage.texts_used < tier.texts_cap && (
              <p className="quiet facts">{say.usedOfSmaller(usage.texts_used, tier.texts_cap)}</p>
            )}
            {preview.data && preview.data.amount_due_cents !== null && (
              <p className="plan-price">
                {money(preview.data.amount_due_cents, preview.data.currency)} <small>{say.dueNow}</small>
              </p>
            )}
          </>
        )}
        {change.error && <Fault error={change.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {done ? often.close : often.cancel}
          </Button>
          {!done && (
            <Button loading={change.isPending} disabled={!preview.data} onClick={() => change.mutate()}>
              {preview.data?.applied_now === false ? say.toPayment : say.switchTo(tier.name)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface TierCardProps {
  tier: Tier;
  usage: Usage;
  canChange: boolean;
  choose: () => void;
}

function TierCard({ tier, usage, canChange, choose }: TierCardProps) {
  const isCurrent = usage.plan === tier.plan;
  return (
    <section className={isCurrent ? 'panel plan plan-current' : 'panel plan'} aria-label={tier.name}>
      <h2>{tier.name}</h2>
      <p className="plan-price">
        {money(tier.price_cents, tier.currency)} <small>{intervalWords(tier.interval)}</small>
      </p>
      <p className="quiet facts">{say.textsAMonth(tier.texts_cap)}</p>
      <div className="plan-foot">
        {isCurrent ? (
          <span className="status status-good">{say.yourPlan}</span>
        ) : (
          canChange && (
            <Button variant={usage.plan === null ? 'filled' : 'default'} onClick={choose}>
              {usage.plan === null ? say.choosePlan(tier.name) : say.switchTo(tier.name)}
            </Button>
          )
        )}
      </div>
    </section>
  );
}

const leadOf = (usage: Usage | undefined): string => {
  if (!usage) return say.lead;
  if (usage.unlimited) return say.unlimited;
  const used = say.used(usage.texts_used, usage.texts_cap ?? 0);
  return usage.plan === null ? say.noPlan : used;
};

export function BillingPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const [chosen, setChosen] = useState<Tier | null>(null);
  const overview = useQuery(overviewQuery(account));
  const tiers = useQuery(tiersQuery);
  const usage = overview.data?.usage;
  return (
    <Page title={often.billing} lead={leadOf(usage)}>
      <Pending of={overview.data ? tiers : overview} />
      {usage && tiers.data && <BackFromPayment account={account} usage={usage} tiers={tiers.data.tiers} />}
      {usage && <UsageMeter usage={usage} />}
      {overview.data?.sells_plans && isAdmin && <Renewal account={account} />}
      {usage && !overview.data?.sells_plans && !usage.unlimited && <p className="quiet">{say.notSold}</p>}
      {usage && overview.data?.sells_plans && !isAdmin && <p className="quiet">{say.adminsChange}</p>}
      {usage && tiers.data && (
        <div className="plans">
          {tiers.data.tiers.map((tier) => (
            <TierCard
              key={tier.plan}
              tier={tier}
              usage={usage}
              canChange={isAdmin && !usage.unlimited && overview.data?.sells_plans === true}
              choose={() => setChosen(tier)}
            />
          ))}
        </div>
      )}
      {chosen && usage && (
        <SwitchDialog tier={chosen} usage={usage} account={account} close={() => setChosen(null)} />
      )}
    </Page>
  );
}
