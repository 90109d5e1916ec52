// Single calls to the core, each named by its method. client.ts has the grouped calls and the watch.
import { createHash } from 'node:crypto';
import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { BroadcastService } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { IncomingWebhookService } from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import type { Limits } from '../limits.ts';
import { CallFailed, type RpcChannel } from './channel.ts';
import type { Method } from './wire.ts';

/** The session of a browser's request, which the core judges; null for a browser without one. */
interface Asker {
  session: { secret: string } | null;
}

/** Hexadecimal digits of a SHA-256. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** Asks one method: for a browser, or without `asker` for the gateway itself. Throws a Refusal. */
export type Ask = <I extends DescMessage, O extends DescMessage>(
  method: Method<I, O>,
  fields: MessageInitShape<I>,
  asker?: Asker,
  /** The key for which the gateway asks: changes are noted as made by the key. */
  key?: string | null,
) => Promise<MessageShape<O>>;

type Timeouts = Pick<Limits, 'readTimeoutMs' | 'sendTimeoutMs' | 'planTimeoutMs'>;

/** Whether a second call does no harm: as the contract says, it changes nothing, or answers the same again. */
const mayBeRepeated = ({ idempotency }: DescMethod): boolean =>
  idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN;

/** Calls, and calls once more if the first call never left, or if it only reads and the connection broke. */
export async function repeating<T>(call: () => Promise<T>, isRead: boolean): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CallFailed && (error.neverSent || (isRead && error.isDisconnect))) return call();
    throw error;
  }
}

/** Makes `ask`. Calls that wait for endpoints, payment providers or passwords have more time than reads. */
export function createAsk(
  channel: Pick<RpcChannel, 'unary'>,
  { readTimeoutMs, sendTimeoutMs, planTimeoutMs }: Timeouts,
): Ask {
  const timeouts = new Map<DescService | DescMethod, number>([
    [PlanService, planTimeoutMs],
    [SubscriptionService.method.testWebhook, planTimeoutMs],
    ...[
      UserService,
      SubscriptionService,
      CarrierService,
      ContactService,
      BroadcastService,
      IncomingWebhookService.method.callIncomingWebhook,
      MessageService.method.cancelMessage,
    ].map((of) => [of, sendTimeoutMs] as const),
  ]);
  return (method, fields, asker, key) => {
    const request = create(method.input, fields);
    const timeoutMs = timeouts.get(method) ?? timeouts.get(method.parent) ?? readTimeoutMs;
    const options =
      asker || key
        ? {
            ...(asker && { session: asker.session?.secret ?? '' }),
            ...(key && { keyHash: hashOf(key) }),
          }
        : undefined;
    return repeating(() => channel.unary(method, request, timeoutMs, options), mayBeRepeated(method));
  };
}
