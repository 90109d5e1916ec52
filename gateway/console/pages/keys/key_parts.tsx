// What the list of keys and the page of one have in common.
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { keys as say } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';

export type Key = Schemas['Key'];

export const nameOf = ({ label, id }: Key) => label || say.keyOf(id);

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
