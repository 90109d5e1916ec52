// ErasureService: what is erased on request, and the list of it.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  ErasureKind,
  type ErasureSchema,
  ErasureService,
} from '../../../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { callerOf } from '../../../access/caller.ts';
import type { ErasureAsker, Erasures } from '../../../app/retention/erasures.ts';
import type { Reauthentication } from '../../../app/users/reauthentication.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { Caller } from '../../../domain/access/caller.ts';
import type { Erasure } from '../../../store/retention/erasures.ts';

const kinds: Record<Erasure['kind'], ErasureKind> = {
  recipient: ErasureKind.RECIPIENT,
  account: ErasureKind.ACCOUNT,
};

const toErasure = ({
  accountId: _,
  kind,
  askedAtMs,
  doneAtMs,
  erased,
  retained,
  ...erasure
}: Erasure): MessageInitShape<typeof ErasureSchema> => ({
  ...erasure,
  kind: kinds[kind],
  askedAt: toTimestamp(askedAtMs),
  doneAt: toTimestamp(doneAtMs),
  erased: Object.entries(erased)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, rows]) => ({ table, rows: BigInt(rows) })),
  retained: [...retained],
});

/** Serves ErasureService. */
export function routeErasures(
  router: ConnectRouter,
  { erasures }: { erasures: Erasures },
  reauthentication: Pick<Reauthentication, 'demand'>,
): void {
  // A browser that was left open must not erase anything.
  const reauthenticatedAsker = async (caller: Caller): Promise<ErasureAsker> => {
    if (caller.kind !== 'user') return null;
    await reauthentication.demand(caller);
    return { userId: caller.userId };
  };

  router.service(ErasureService, {
    async eraseRecipient({ accountId, address, note = '' }, context) {
      const asker = await reauthenticatedAsker(callerOf(context));
      return { erasure: toErasure(await erasures.askForRecipient(accountId, asker, address, note)) };
    },
    async eraseAccount({ accountId, name, note = '' }, context) {
      const asker = await reauthenticatedAsker(callerOf(context));
      return { erasure: toErasure(await erasures.askForAccount(accountId, asker, name, note)) };
    },
    async listErasures({ accountId, limit, cursor }) {
      const page = await erasures.list(accountId, { limit, cursor });
      return { ...page, erasures: page.erasures.map(toErasure) };
    },
  });
}
