// What became of a payment, for whoever is back from it.
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { overviewQuery } from '../../api/account.ts';
import type { Tier, Usage } from '../../api/types.ts';
import { billing as say } from '../../words/en/billing.ts';
import { keepPayment, readPayment } from './payment.ts';

/** How often a plan is looked at that is not in effect yet, in milliseconds. */
const lookAgainMs = 2_000;

interface BackProps {
  account: number;
  usage: Usage;
  tiers: readonly Tier[];
}

export function BackFromPayment({ account, usage, tiers }: BackProps) {
  const [payment] = useState(() => {
    const found = readPayment();
    return found?.account === account && found.outcome !== undefined ? found : null;
  });
  const isPaid = payment?.outcome === 'paid';
  const isInEffect = isPaid && usage.plan === payment.plan;
  const isOver = payment !== null && (!isPaid || isInEffect);
  useQuery({ ...overviewQuery(account), refetchInterval: isPaid && !isInEffect ? lookAgainMs : false });
  useEffect(() => {
    if (isOver) keepPayment(null);
  }, [isOver]);
  if (!payment) return null;
  const name = tiers.find(({ plan }) => plan === payment.plan)?.name ?? payment.plan;
  if (!isPaid) return <Alert role="status">{say.left}</Alert>;
  return (
    <Alert color={isInEffect ? 'green' : 'relay'} role="status">
      {isInEffect ? say.youAreOn(name) : say.received}
    </Alert>
  );
}
