// What the gateway asks of the core about consumers and webhooks.
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import type { Limits } from '../limits.ts';
import { binder } from './bind.ts';
import type { RpcChannel } from './channel.ts';

export type DeliveryCore = ReturnType<typeof createDeliveryCore>;

/** Binds the calls, each by its name in its service. None is repeated here; every function throws a Refusal. */
export function createDeliveryCore(
  channel: Pick<RpcChannel, 'unary'>,
  { sendTimeoutMs, planTimeoutMs }: Pick<Limits, 'sendTimeoutMs' | 'planTimeoutMs'>,
) {
  const bind = binder(channel, sendTimeoutMs);
  const { method } = PlaceService;
  return {
    listPlaces: bind(method.listPlaces),
    putConsumer: bind(method.putConsumer),
    putWebhook: bind(method.putWebhook),
    getPlace: bind(method.getPlace),
    deletePlace: bind(method.deletePlace),
    movePlace: bind(method.movePlace),
    leaseConsumer: bind(method.leaseConsumer),
    ackConsumer: bind(method.ackConsumer),
    rotateWebhook: bind(method.rotateWebhook),
    /** Waits for the endpoint. */
    testWebhook: bind(method.testWebhook, planTimeoutMs),
    switchWebhook: bind(method.switchWebhook),
    listWebhookAttempts: bind(method.listWebhookAttempts),
  };
}
