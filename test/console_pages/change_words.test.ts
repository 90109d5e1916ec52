// The words that the console has for the list of changes.
import { expect, test } from 'vitest';
import { changes as say } from '../../gateway/console/words/en/changes.ts';
import { methodName } from '../../runtime/method_name.ts';
import { isChange } from '../../server/access/changes.ts';
import { reflectedServices } from '../../server/access/policy.ts';

test('every change of an account that is listed has words in the console, and a subject to look for', () => {
  const listed = reflectedServices
    .flatMap((service) => service.methods)
    .filter((method) => isChange(method) && 'accountId' in method.input.field)
    .map(methodName);
  expect(Object.keys(say.methods).toSorted()).toEqual(listed.toSorted());
  const subjects = new Set(listed.map((name) => name.split('/')[0]));
  expect(Object.keys(say.subjects).toSorted()).toEqual([...subjects].toSorted());
});
