// What the list of keys and the page of one have in common.
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { keys as say } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';

export type Key = Schemas['Key'];

export const nameOf = ({ label, id }: Key) => label || say.keyOf(id);

/** Says of a key of the sandbox that it is one. */
export const SandboxBadge = ({ of }: { of: Key }) =>
  of.sandbox_account === null ? null : (
    <span className="status status-quiet" title={say.sandboxWhy}>
      {say.sandbox}
    </span>
  );

/** The button that stops a key. */
export const Revoke = ({ value, account }: { value: Key; account: number }) =>
  value.revoked_at ? (
    <span className="status status-quiet">{often.revoked}</span>
  ) : (
    <Confirm
      label={often.revoke}
      of={nameOf(value)}
      title={say.revokeOf(nameOf(value))}
      run={() => ask('DELETE /keys/{id}', { account, path: { id: value.id } })}
      changes={keyOf('/keys', account)}
    >
      {say.revokeWhy}
    </Confirm>
  );
