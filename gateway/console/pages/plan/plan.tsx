// The plans: what each holds and costs, which one is in effect, and what a switch means.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { overviewQuery, tiersQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Tier, Usage } from '../../api/types.ts';
import { Page } from '../../ui/page.tsx';
import { Fault, Pending } from '../../ui/state.tsx';
import { UsageMeter } from '../../ui/usage_meter.tsx';

/** An amount in the currency's smallest unit, as people write it. */
function money(cents: number, currency: string): string {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.toUpperCase() });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(cents / 10 ** digits);
}

function SwitchDialog({ tier, account, close }: { tier: Tier; account: number; close: () => void }) {
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
      if (checkout_url !== undefined) return location.assign(checkout_url);
      await client.invalidateQueries({ queryKey: ['account', account] });
    },
  });
  const done = change.data;
  return (
    <Modal opened onClose={close} title={`Switch to ${tier.name}`}>
      <Stack gap="md">
        {done ? (
          <Alert color="relay" role="status">
            {done.detail}
          </Alert>
        ) : (
          <>
            <Pending of={preview} lines={2} />
            {preview.data && <p className="whole-body">{preview.data.detail}</p>}
            {preview.data && preview.data.amount_due_cents !== null && (
              <p className="plan-price">
                {money(preview.data.amount_due_cents, preview.data.currency)} <small>due now</small>
              </p>
            )}
          </>
        )}
        {change.error && <Fault error={change.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button loading={change.isPending} disabled={!preview.data} onClick={() => change.mutate()}>
              {preview.data?.applied_now === false ? 'Go to the payment' : `Switch to ${tier.name}`}
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
        {money(tier.price_cents, tier.currency)} <small>a {tier.interval}</small>
      </p>
      <p className="quiet facts">{tier.texts_cap.toLocaleString()} texts a month, whatever their length</p>
      <div className="plan-foot">
        {isCurrent ? (
          <span className="status status-good">Your plan</span>
        ) : (
          canChange && (
            <Button variant={usage.plan === null ? 'filled' : 'default'} onClick={choose}>
              {usage.plan === null ? `Choose ${tier.name}` : `Switch to ${tier.name}`}
            </Button>
          )
        )}
      </div>
    </section>
  );
}

const leadOf = (usage: Usage | undefined): string => {
  if (!usage) return 'What you may send, and what it costs.';
  if (usage.unlimited) return 'This account has no cap, and pays nothing.';
  const used = `${usage.texts_used.toLocaleString()} of ${(usage.texts_cap ?? 0).toLocaleString()} texts are used this month.`;
  return usage.plan === null ? 'No plan yet: choose one to send texts.' : used;
};

export function PlanPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const [chosen, setChosen] = useState<Tier | null>(null);
  const overview = useQuery(overviewQuery(account));
  const tiers = useQuery(tiersQuery);
  const usage = overview.data?.usage;
  return (
    <Page title="Plan" lead={leadOf(usage)}>
      <Pending of={overview.data ? tiers : overview} />
      {usage && <UsageMeter usage={usage} />}
      {usage && !overview.data?.sells_plans && !usage.unlimited && (
        <p className="quiet">No plan can be bought here: the operator of this service sets plans.</p>
      )}
      {usage && overview.data?.sells_plans && !isAdmin && (
        <p className="quiet">An admin of this account can change the plan.</p>
      )}
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
      {chosen && <SwitchDialog tier={chosen} account={account} close={() => setChosen(null)} />}
    </Page>
  );
}
