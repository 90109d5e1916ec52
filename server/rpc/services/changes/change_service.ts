// ChangeService: what people, keys and operators changed.
import type { ConnectRouter } from '@connectrpc/connect';
import { ChangeCaller, ChangeService } from '../../../../proto/gen/textrelay/v1/change_service_pb.ts';
import type { Changes } from '../../../app/changes/changes.ts';
import { nullsAbsent, toTimestamp } from '../../../connect/proto_values.ts';
import type { Change } from '../../../store/changes/changes.ts';
import { wordOf } from '../words.ts';

const callers: Record<Change['callerKind'], ChangeCaller> = {
  person: ChangeCaller.PERSON,
  key: ChangeCaller.KEY,
  platform: ChangeCaller.PLATFORM,
  operator: ChangeCaller.OPERATOR,
};

const kindOf = (caller: ChangeCaller): Change['callerKind'] | '' =>
  caller === ChangeCaller.UNSPECIFIED ? '' : wordOf('caller_kind', callers, caller);

const toChange = ({ accountId: _account, nonce: _nonce, atMs, callerKind, ...change }: Change) => ({
  ...nullsAbsent(change),
  at: toTimestamp(atMs),
  callerKind: callers[callerKind],
});

/** Serves ChangeService. */
export function routeChanges(router: ConnectRouter, changes: Pick<Changes, 'list'>): void {
  router.service(ChangeService, {
    async listAccountChanges({ accountId, limit, cursor, callerKind, method }) {
      const page = await changes.list(accountId, { limit, cursor, callerKind: kindOf(callerKind), method });
      return { ...page, changes: page.changes.map(toChange) };
    },
  });
}
