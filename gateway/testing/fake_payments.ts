// The core's side of payments for tests: one sandbox checkout and a taker of events, to be hung into the fake core
// through `on.services`.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, type ConnectRouter } from '@connectrpc/connect';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PlanService, type ReceiveEventRequest } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import {
  SandboxAction,
  type SandboxCheckoutSchema,
  SandboxCheckoutState,
} from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { coreError } from './fake_core.ts';

/** The one checkout that is there. */
export const checkoutId = 'checkout_of_the_tests';

export type FakePayments = ReturnType<typeof createFakePayments>;

export function createFakePayments() {
  const checkout: MessageInitShape<typeof SandboxCheckoutSchema> = {
    id: checkoutId,
    plan: 'growth',
    planName: 'Growth',
    priceCents: 2_900n,
    currency: 'usd',
    state: SandboxCheckoutState.OPEN,
  };
  const asked = {
    events: [] as ReceiveEventRequest[],
    actions: [] as SandboxAction[],
    names: [] as string[],
  };
  /** What every call is refused with; nothing when undefined. */
  const refusal: { error: unknown } = { error: undefined };

  const find = (id: string) => {
    asked.names.push(id);
    if (refusal.error) throw refusal.error;
    if (id !== checkoutId) throw coreError(ErrorCode.NOT_FOUND, 'checkout not found', Code.NotFound);
    return checkout;
  };

  return {
    checkout,
    asked,
    refusal,
    services(router: ConnectRouter): void {
      router.service(PlanService, {
        receiveEvent(request) {
          if (refusal.error) throw refusal.error;
          asked.events.push(request);
          return {};
        },
        getSandboxCheckout: ({ id }) => ({ checkout: find(id) }),
        actOnSandboxCheckout({ id, action }) {
          find(id);
          asked.actions.push(action);
          return { checkout, declined: action === SandboxAction.DECLINE };
        },
      });
    },
  };
}
