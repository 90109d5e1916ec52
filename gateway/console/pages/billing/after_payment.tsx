// Where a payment ends: back at the plan of whoever left for it from the console, or some words for anybody else who paid.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { billing as say } from '../../words/en/billing.ts';
import { DoorCard } from '../door/door_card.tsx';
import { keepPayment, readPayment } from './payment.ts';

export function AfterPaymentPage() {
  const { outcome } = useSearch({ strict: false }) as { outcome?: unknown };
  const isPaid = outcome === 'paid';
  const [payment] = useState(readPayment);
  const navigate = useNavigate();
  useEffect(() => {
    if (!payment) return;
    keepPayment({ ...payment, outcome: isPaid ? 'paid' : 'canceled' });
    void navigate({ to: `/accounts/${payment.account}/billing` as '/', replace: true });
  }, [payment, isPaid, navigate]);
  if (payment) return null;
  return (
    <DoorCard title={isPaid ? say.thanks : say.nothingChanged} lead={isPaid ? say.received : say.left} />
  );
}
