// Who made a change, by name.
import type { Schemas } from '../../api/types.ts';
import { auditLog as say } from '../../words/en/audit_log.ts';

/** A person is listed as `Ada <ada@example.com>`. */
export function actorName({ actor, actor_id: id, actor_name: name }: Schemas['AuditEvent']): string {
  if (actor === 'operator') return say.theOperator;
  if (actor === 'platform') return say.platform(name);
  if (actor === 'key') return name === '' ? say.keyWithId(String(id)) : say.key(name);
  return name.replace(/ <[^>]*>$/, '') || say.aUser;
}
