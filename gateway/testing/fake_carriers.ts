// The core's side of carriers' calls for tests, to be hung into the fake core through `on.services`.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  CarrierService,
  type TakeCallbackRequest,
  type TakeCallbackResponseSchema,
} from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';

export type FakeCarriers = ReturnType<typeof createFakeCarriers>;

export function createFakeCarriers() {
  const state = {
    calls: [] as TakeCallbackRequest[],
    answer: (): MessageInitShape<typeof TakeCallbackResponseSchema> => ({ status: 200 }),
  };
  return {
    state,
    services(router: ConnectRouter): void {
      router.service(CarrierService, {
        takeCallback(request) {
          state.calls.push(request);
          return state.answer();
        },
      });
    },
  };
}
