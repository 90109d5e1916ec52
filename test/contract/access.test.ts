// Gateway and core say alike which methods a platform's key may call, and which any account key.
import { expect, test } from 'vitest';
import { isOpenToPlatforms, takesAnyScope } from '../../gateway/edge/route_table.ts';
import { methodName } from '../../runtime/method_name.ts';
import { reflectedServices, whoMayCall } from '../../server/access/policy.ts';
import { scopeFor } from '../../server/access/scopes.ts';

test.each(
  reflectedServices.flatMap(({ methods }) => methods.map((method) => [methodName(method), method] as const)),
)('%s is open to platform keys in the gateway where it is in the table of access', (name, method) => {
  expect(isOpenToPlatforms(method)).toBe(whoMayCall(name).includes('platform key'));
});

const methods = reflectedServices.flatMap((service) => service.methods);

test('gateway and core say alike which methods a key may call whatever its scopes are', () => {
  expect(methods.filter(takesAnyScope).map(methodName)).toEqual(
    methods.map(methodName).filter((name) => scopeFor(name) === null),
  );
});

test('what a key with the scope read may call changes nothing', () => {
  const reading = methods.filter((method) => scopeFor(methodName(method)) === 'read');
  expect(reading.map(({ name }) => name).filter((name) => !/^(Get|List)/.test(name))).toEqual([]);
});

test('every scope is of a method that is open to account keys', () => {
  const named = methods.map(methodName).filter((name) => scopeFor(name) !== 'manage');
  for (const name of named) expect([name, whoMayCall(name).includes('account key')]).toEqual([name, true]);
});
