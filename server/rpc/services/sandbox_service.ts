// SandboxService: the sandbox's checkout page. Nothing is found here when the provider is another one.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  SandboxAction,
  type SandboxCheckoutSchema,
  SandboxCheckoutState,
  SandboxService,
} from '../../../proto/gen/textrelay/v1/sandbox_service_pb.ts';
import type { SandboxPage, ShownCheckout } from '../../app/plans/sandbox_page.ts';
import type { SandboxDeed } from '../../billing/sandbox.ts';
import { invalidRequest, notFound } from '../../errors.ts';

const states: Record<ShownCheckout['state'], SandboxCheckoutState> = {
  open: SandboxCheckoutState.OPEN,
  paid: SandboxCheckoutState.PAID,
  expired: SandboxCheckoutState.EXPIRED,
};

const deeds: Partial<Record<SandboxAction, SandboxDeed>> = {
  [SandboxAction.PAY]: 'pay',
  [SandboxAction.PAY_THEN_DECLINE]: 'pay_then_decline',
  [SandboxAction.DECLINE]: 'decline',
  [SandboxAction.CANCEL]: 'cancel',
};

const toCheckout = ({ id, tier, state }: ShownCheckout): MessageInitShape<typeof SandboxCheckoutSchema> => ({
  id,
  plan: tier.plan,
  planName: tier.name,
  priceCents: BigInt(tier.priceCents),
  currency: tier.currency,
  state: states[state],
});

/** Serves SandboxService. `page` is left out unless the provider is the sandbox. */
export function routeSandbox(router: ConnectRouter, { page }: { page: SandboxPage | undefined }): void {
  const openPage = () => {
    if (!page) throw notFound('checkout');
    return page;
  };
  router.service(SandboxService, {
    async getSandboxCheckout({ id }) {
      return { checkout: toCheckout(await openPage().show(id)) };
    },

    async actOnSandboxCheckout({ id, action }) {
      const open = openPage();
      const deed = deeds[action];
      if (!deed) throw invalidRequest('action must be pay, decline or cancel');
      const { checkout, declined } = await open.act(id, deed);
      return { checkout: toCheckout(checkout), declined };
    },
  });
}
