// Gateway and core say alike which methods a platform's key may call.
import { expect, test } from 'vitest';
import { isOpenToPlatforms } from '../../gateway/edge/route_table.ts';
import { methodName } from '../../runtime/method_name.ts';
import { reflectedServices, whoMayCall } from '../../server/access/policy.ts';

test.each(
  reflectedServices.flatMap(({ methods }) => methods.map((method) => [methodName(method), method] as const)),
)('%s is open to platform keys in the gateway where it is in the table of access', (name, method) => {
  expect(isOpenToPlatforms(method)).toBe(whoMayCall(name).includes('platform key'));
});
