// CarrierService: carriers, their numbers, and calls of carriers, which are passed to the carrier that they are for. What they
// say is not read here.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type CarrierNumberSchema,
  type CarrierSchema,
  DeadLetterReason,
  type DeadLetterSchema,
} from '../../../../proto/gen/textrelay/v1/carrier_pb.ts';
import {
  CarrierService,
  type TakeCallbackRequest,
} from '../../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import type { CarrierState } from '../../../app/carriers/carrier_state.ts';
import type { Numbers } from '../../../app/carriers/numbers.ts';
import { cutPage, entriesOf, readPage, wrongCursor } from '../../../app/pages.ts';
import type { Carrier } from '../../../carrier/carrier.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest, notFound, readWord } from '../../../errors.ts';
import type { DeadLetter } from '../../../store/carriers/dead_letters.ts';
import type { NumberRef, NumberRow } from '../../../store/carriers/numbers.ts';
import type { Store } from '../../../store/store.ts';

const maxBodyBytes = 256 * 1024;
const maxQueryLength = 8 * 1024;
const maxHeaders = 100;
const maxHeaderLength = 8 * 1024;
const maxHookLength = 128;

interface CarrierServiceOptions {
  /** The carriers, by name. */
  find: (name: string) => Pick<Carrier, 'callback'> | undefined;
  /** The configured carriers, in the order in which they are asked. */
  states: () => readonly CarrierState[];
  numbers: Numbers;
  store: Pick<Store, 'listDeadLetters'>;
}

const toCarrier = ({ sharedSender, ...carrier }: CarrierState): MessageInitShape<typeof CarrierSchema> => ({
  ...carrier,
  ...(sharedSender !== null && { sharedSender }),
});

const toNumber = ({ assignedAtMs, ...number }: NumberRow): MessageInitShape<typeof CarrierNumberSchema> => ({
  ...number,
  assignedAt: toTimestamp(assignedAtMs),
});

const reasons = {
  unreadable: DeadLetterReason.UNREADABLE,
  incomplete: DeadLetterReason.INCOMPLETE,
  unowned: DeadLetterReason.UNOWNED,
};

const toDeadLetter = ({
  receivedAtMs,
  why,
  ...letter
}: DeadLetter): MessageInitShape<typeof DeadLetterSchema> => ({
  ...letter,
  reason: reasons[why],
  receivedAt: toTimestamp(receivedAtMs),
});

/** A page of dead letters, each of which may have 8 KiB. */
const deadLetterPage = { most: 100, usual: 50 };
/** Above every id. */
const largestId = 2n ** 63n - 1n;

const toCursor = ({ carrier, number }: NumberRef): string => `${carrier}/${number}`;

/** The number that a cursor stands for; null for none. Throws `invalid_request`. */
function fromCursor(cursor: string | undefined): NumberRef | null {
  if (cursor === undefined) return null;
  const [, carrier, number] = /^([A-Za-z0-9-]{1,32})\/([^/\0]{1,32})$/.exec(cursor) ?? [];
  if (carrier === undefined || number === undefined) throw wrongCursor();
  return { carrier, number };
}

/** Serves CarrierService. */
export function routeCarriers(
  router: ConnectRouter,
  { find, states, numbers, store }: CarrierServiceOptions,
): void {
  const listNumbers = async (owner: bigint | null, { limit, cursor }: { limit: number; cursor?: string }) => {
    const after = fromCursor(cursor);
    const { rows, last } = await readPage(limit, (most) => numbers.list(owner, after, most));
    return { numbers: rows.map(toNumber), nextCursor: last && toCursor(last) };
  };
  router.service(CarrierService, {
    listCarriers: () => ({ carriers: states().map(toCarrier) }),

    async listDeadLetters({ carrier = null, limit, cursor }) {
      const before = cursor ?? largestId;
      const most = entriesOf(limit, deadLetterPage);
      const { rows, last } = cutPage(await store.listDeadLetters(carrier, before, most + 1), most);
      return { deadLetters: rows.map(toDeadLetter), nextCursor: last?.id };
    },

    assignNumber: async ({ accountId, carrier, number }) => ({
      number: toNumber(await numbers.assign(accountId, carrier, number)),
    }),

    listNumbers: ({ accountId, ...page }) => listNumbers(accountId, page),
    listAllNumbers: ({ account = null, ...page }) => listNumbers(account, page),

    releaseNumber: async ({ carrier, number }) => ({
      number: toNumber(await numbers.release(carrier, number)),
    }),

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
  readWord('method', ['GET', 'POST'], method);
  if (query.length > maxQueryLength)
    throw invalidRequest(`query must have at most ${maxQueryLength} characters`);
  if (headers.length > maxHeaders) throw invalidRequest(`headers must have at most ${maxHeaders} entries`);
  if (headers.some(({ name, value }) => name.length + value.length > maxHeaderLength))
    throw invalidRequest(`a header must have at most ${maxHeaderLength} characters`);
  if (body.length > maxBodyBytes) throw invalidRequest(`body must have at most ${maxBodyBytes} bytes`);
}
