// What the gateway asks of the core for payments: the provider's events, and the sandbox's checkouts.
import { create } from '@bufbuild/protobuf';
import {
  BillingService,
  ReceiveEventRequestSchema,
} from '../../proto/gen/textrelay/v1/billing_service_pb.ts';
import {
  ActOnSandboxCheckoutRequestSchema,
  type ActOnSandboxCheckoutResponse,
  GetSandboxCheckoutRequestSchema,
  type SandboxAction,
  type SandboxCheckout,
  SandboxService,
} from '../../proto/gen/textrelay/v1/sandbox_service_pb.ts';
import { unavailable } from '../edge/errors.ts';
import type { Limits } from '../limits.ts';
import type { RpcChannel } from './channel.ts';

export type BillingCore = ReturnType<typeof createBillingCore>;

/** Binds the calls. Every function throws a Refusal. */
export function createBillingCore(
  channel: Pick<RpcChannel, 'unary'>,
  { planTimeoutMs }: Pick<Limits, 'planTimeoutMs'>,
) {
  return {
    /** Hands a provider's event on as it came; throws UNAVAILABLE when it is to be sent again. */
    async receiveEvent(payload: Uint8Array, signature: string): Promise<void> {
      const request = create(ReceiveEventRequestSchema, { payload, signature });
      await channel.unary(BillingService.method.receiveEvent, request, planTimeoutMs);
    },

    async getCheckout(id: string): Promise<SandboxCheckout> {
      const request = create(GetSandboxCheckoutRequestSchema, { id });
      const method = SandboxService.method.getSandboxCheckout;
      const { checkout } = await channel.unary(method, request, planTimeoutMs);
      if (!checkout) throw unavailable();
      return checkout;
    },

    actOnCheckout(id: string, action: SandboxAction): Promise<ActOnSandboxCheckoutResponse> {
      const request = create(ActOnSandboxCheckoutRequestSchema, { id, action });
      return channel.unary(SandboxService.method.actOnSandboxCheckout, request, planTimeoutMs);
    },
  };
}
