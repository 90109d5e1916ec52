// Who made a change, by name.
import type { Schemas } from '../../api/types.ts';
import { changes as say } from '../../words/en/changes.ts';

/** A person is listed as `Ada <ada@example.com>`. */
export function callerName({ caller, caller_id: id, caller_name: name }: Schemas['AccountChange']): string {
  if (caller === 'operator') return say.theOperator;
  if (caller === 'platform') return say.platform(name);
  if (caller === 'key') return name === '' ? say.keyWithId(String(id)) : say.key(name);
  return name.replace(/ <[^>]*>$/, '') || say.aPerson;
}
