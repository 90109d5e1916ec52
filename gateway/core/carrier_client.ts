// What the gateway asks of the core for carriers that call: to take their calls, as they came.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  CarrierService,
  TakeCallbackRequestSchema,
  type TakeCallbackResponse,
} from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import type { Limits } from '../limits.ts';
import type { RpcChannel } from './channel.ts';

export type CarrierCore = ReturnType<typeof createCarrierCore>;

/** Binds the call. It throws a Refusal. */
export function createCarrierCore(
  channel: Pick<RpcChannel, 'unary'>,
  { sendTimeoutMs }: Pick<Limits, 'sendTimeoutMs'>,
) {
  return {
    /** Never repeated here: whoever calls does that. */
    takeCallback(call: MessageInitShape<typeof TakeCallbackRequestSchema>): Promise<TakeCallbackResponse> {
      const request = create(TakeCallbackRequestSchema, call);
      return channel.unary(CarrierService.method.takeCallback, request, sendTimeoutMs);
    },
  };
}
