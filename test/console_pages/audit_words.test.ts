// The words that the console has for the audit log.
import { expect, test } from 'vitest';
import { auditLog as say } from '../../gateway/console/words/en/audit_log.ts';
import { methodName } from '../../runtime/method_name.ts';
import { isAudited, reflectedServices } from '../../server/access/policy.ts';

test('every change of an account that is listed has words in the console, and a subject to look for', () => {
  const listed = reflectedServices
    .flatMap((service) => service.methods)
    .filter((method) => isAudited(method) && 'accountId' in method.input.field)
    .map(methodName);
  expect(Object.keys(say.methods).toSorted()).toEqual(listed.toSorted());
  const subjects = new Set(listed.map((name) => name.split('/')[0]));
  expect(Object.keys(say.subjects).toSorted()).toEqual([...subjects].toSorted());
});
