// BillingService: the payment provider's events, as they came.
import type { ConnectRouter } from '@connectrpc/connect';
import { BillingService } from '../../../proto/gen/textrelay/v1/billing_service_pb.ts';
import type { ReceiveEvent } from '../../app/plans/receive_event.ts';

/** Serves BillingService. */
export function routeBilling(router: ConnectRouter, { receiveEvent }: { receiveEvent: ReceiveEvent }): void {
  router.service(BillingService, {
    async receiveEvent({ payload, signature }) {
      await receiveEvent(payload, signature);
      return {};
    },
  });
}
