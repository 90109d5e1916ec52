// What the options of the contract's methods say of callers and repeats fits together.
import { getOption, hasOption } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { access } from '../../proto/gen/textrelay/v1/access_pb.ts';
import { KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { methodName } from '../../runtime/method_name.ts';
import { reflectedServices } from '../../server/access/policy.ts';

const { NO_SIDE_EFFECTS } = MethodOptions_IdempotencyLevel;

const methods = reflectedServices
  .filter(({ typeName }) => typeName.startsWith('textrelay.'))
  .flatMap((service) => service.methods);

/** The methods for which it is true, by name. */
const thatAre = (is: (method: (typeof methods)[number]) => boolean) => methods.filter(is).map(methodName);

test('each method of the contract says who may call it', () => {
  expect(thatAre((method) => !hasOption(method, access))).toEqual([]);
});

test('a method has no side effects where its name says that it reads, and nowhere else', () => {
  const reads = /^(Get|List|Find|Count|Check|Preview|Search|Describe|Watch)([A-Z]|$)/;
  expect(thatAre(({ name, idempotency }) => reads.test(name) !== (idempotency === NO_SIDE_EFFECTS))).toEqual(
    [],
  );
});

test('what a key with the scope read may call has no side effects', () => {
  const isRead = (of: (typeof methods)[number]) => getOption(of, access).keyScope === KeyScope.READ;
  expect(thatAre((method) => isRead(method) && method.idempotency !== NO_SIDE_EFFECTS)).toEqual([]);
});

test('what is said of keys is said of methods that are open to keys, by one scope or by any', () => {
  const isWrong = (of: (typeof methods)[number]) => {
    const { anyKey, keyScope, knownReaders, beyondLimits } = getOption(of, access);
    const hasScope = keyScope !== KeyScope.UNSPECIFIED;
    return (anyKey && hasScope) || ((knownReaders || beyondLimits) && !anyKey && !hasScope);
  };
  expect(thatAre(isWrong)).toEqual([]);
});

test('only what has side effects is said to be unaudited', () => {
  const isUnaudited = (of: (typeof methods)[number]) => getOption(of, access).unaudited;
  expect(thatAre((method) => isUnaudited(method) && method.idempotency === NO_SIDE_EFFECTS)).toEqual([]);
});
