// CarrierService: calls of carriers, passed to the carrier that they are for. What they say is not read here.
import type { ConnectRouter } from '@connectrpc/connect';
import {
  CarrierService,
  type TakeCallbackRequest,
} from '../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import type { Carrier } from '../../carrier/carrier.ts';
import { invalidRequest, notFound } from '../../errors.ts';

const maxBodyBytes = 256 * 1024;
const maxQueryLength = 8 * 1024;
const maxHeaders = 100;
const maxHeaderLength = 8 * 1024;
const maxHookLength = 128;

/** Serves CarrierService; `find` knows the carriers by name. */
export function routeCarriers(
  router: ConnectRouter,
  { find }: { find: (name: string) => Pick<Carrier, 'callback'> | undefined },
): void {
  router.service(CarrierService, {
    async takeCallback(request) {
      const carrier = find(request.carrier);
      if (!carrier?.callback) throw notFound('carrier');
      checkBounds(request);
      const { hook, method, query, body } = request;
      const headers = new Map(request.headers.map(({ name, value }) => [name.toLowerCase(), value]));
      return carrier.callback({ hook, method, query, headers, body });
    },
  });
}

function checkBounds({ hook, method, query, headers, body }: TakeCallbackRequest): void {
  if (hook === '' || hook.length > maxHookLength) throw notFound('callback');
  if (method !== 'GET' && method !== 'POST') throw invalidRequest('method must be GET or POST');
  if (query.length > maxQueryLength)
    throw invalidRequest(`query must have at most ${maxQueryLength} characters`);
  if (headers.length > maxHeaders) throw invalidRequest(`there may be at most ${maxHeaders} headers`);
  if (headers.some(({ name, value }) => name.length + value.length > maxHeaderLength))
    throw invalidRequest(`a header must have at most ${maxHeaderLength} characters`);
  if (body.length > maxBodyBytes) throw invalidRequest(`body must have at most ${maxBodyBytes} bytes`);
}
