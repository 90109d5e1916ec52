// PlanService: plan changes, the payment provider's events, and the sandbox's checkout page.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { PlanMethod, PlanService } from '../../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import {
  SandboxAction,
  type SandboxCheckoutSchema,
  SandboxCheckoutState,
} from '../../../../proto/gen/textrelay/v1/sandbox_pb.ts';
import type { ChangePlan, PlanOutcome } from '../../../app/plans/change_plan.ts';
import type { Portal } from '../../../app/plans/portal.ts';
import type { PreviewPlan } from '../../../app/plans/preview_plan.ts';
import type { ReceiveEvent } from '../../../app/plans/receive_event.ts';
import type { ReturnFromPayment } from '../../../app/plans/return_from_payment.ts';
import type { SandboxPage, ShownCheckout } from '../../../app/plans/sandbox_page.ts';
import type { SandboxDeed } from '../../../billing/sandbox.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest, notFound } from '../../../errors.ts';
import { toUsage } from '../accounts/account_proto.ts';
import { wordOf } from '../words.ts';

const details: Record<PlanOutcome['outcome'], string> = {
  already: 'the account is on this plan already',
  switched: 'the subscription was switched; the new cap applies now',
  checkout: 'nothing has changed yet: complete the payment at checkout_url',
  owed: 'nothing has changed: an earlier subscription is not paid; pay it at checkout_url, and then ask for the plan again',
  unconfirmed:
    'nothing has changed: the bank wants the payer to confirm the payment, or there is no card; checkout_url leads there',
};

function detailOf(done: PlanOutcome): string {
  const detail = details[done.outcome];
  if (!('endsAtMs' in done) || done.endsAtMs === null) return detail;
  const day = new Date(done.endsAtMs).toISOString().slice(0, 10);
  return `${detail}; the subscription still ends on ${day}, as its customer asked: it is renewed on the billing portal`;
}

const states: Record<ShownCheckout['state'], SandboxCheckoutState> = {
  open: SandboxCheckoutState.OPEN,
  paid: SandboxCheckoutState.PAID,
  expired: SandboxCheckoutState.EXPIRED,
};

const deeds: Readonly<Record<SandboxDeed, SandboxAction>> = {
  pay: SandboxAction.PAY,
  pay_then_decline: SandboxAction.PAY_THEN_DECLINE,
  decline: SandboxAction.DECLINE,
  cancel: SandboxAction.CANCEL,
};

const toCheckout = ({ id, tier, state }: ShownCheckout): MessageInitShape<typeof SandboxCheckoutSchema> => ({
  id,
  plan: tier.plan,
  planName: tier.name,
  priceCents: BigInt(tier.priceCents),
  currency: tier.currency,
  state: states[state],
});

interface PlanServiceOptions {
  changePlan: ChangePlan;
  previewPlan: PreviewPlan;
  portal: Portal;
  receiveEvent: ReceiveEvent;
  returnFromPayment: ReturnFromPayment;
  /** Left out unless the provider is the sandbox; then no checkout is found. */
  sandboxPage?: SandboxPage | undefined;
}

/** Serves PlanService. */
export function routePlan(
  router: ConnectRouter,
  { changePlan, previewPlan, portal, receiveEvent, returnFromPayment, sandboxPage }: PlanServiceOptions,
): void {
  const openPage = () => {
    if (!sandboxPage) throw notFound('checkout');
    return sandboxPage;
  };
  router.service(PlanService, {
    async changePlan({ accountId, plan }) {
      if (plan.includes('\u0000')) throw invalidRequest('plan must not hold the character U+0000');
      const done = await changePlan(accountId, plan);
      return {
        ok: true,
        plan,
        applied: !('checkoutUrl' in done),
        changed: done.outcome === 'switched',
        ...('checkoutUrl' in done
          ? { method: PlanMethod.CHECKOUT, checkoutUrl: done.checkoutUrl }
          : { method: PlanMethod.SUBSCRIPTION_UPDATED }),
        detail: detailOf(done),
        usage: toUsage(done.usage),
      };
    },

    async previewPlan({ accountId, plan }) {
      const { amountDueCents: cents, ...preview } = await previewPlan(accountId, plan);
      return { ...preview, amountDueCents: cents === null ? undefined : BigInt(cents) };
    },

    async getRenewal({ accountId }) {
      const { renewal, hasPortal } = await portal.read(accountId);
      return { at: toTimestamp(renewal?.atMs), ends: renewal?.isEnd ?? false, portal: hasPortal };
    },

    openPortal: async ({ accountId }) => ({ url: await portal.open(accountId) }),

    async receiveEvent({ payload, signature }) {
      await receiveEvent(payload, signature);
      return {};
    },

    async returnFromCheckout({ id }) {
      await returnFromPayment(id);
      return {};
    },

    async getSandboxCheckout({ id }) {
      return { checkout: toCheckout(await openPage().show(id)) };
    },

    async actOnSandboxCheckout({ id, action }) {
      const open = openPage();
      const { checkout, declined } = await open.act(id, wordOf('action', deeds, action));
      return { checkout: toCheckout(checkout), declined };
    },
  });
}
