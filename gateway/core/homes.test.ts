// Which replica an account's texts go to, and what makes them go elsewhere.
import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { OutboundTextSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { SendResultSchema } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { Homes } from './homes.ts';

const targets = ['ipv4:10.0.0.1:7401', 'ipv4:10.0.0.2:7401', 'ipv4:10.0.0.3:7401'];
const withKey = (apiKey: string) => create(OutboundTextSchema, { admission: { apiKey } });
const ofAccount = (accountId: bigint) => create(OutboundTextSchema, { accountId });
const always = () => true;
const accounts = Array.from({ length: 3_000 }, (_, index) => 100_000_000_000n + BigInt(index) * 7_919n);

describe('the home of an account', () => {
  test('the home of an account is the same at every gateway, whatever the order of its list', () => {
    const homes = new Homes(targets);
    const reversed = [...targets].reverse();
    const others = new Homes(reversed);
    for (const id of accounts)
      expect(targets[homes.of(ofAccount(id), always)]).toBe(reversed[others.of(ofAccount(id), always)]);
  });

  test('the homes of many accounts are spread over all replicas', () => {
    const homes = new Homes(targets);
    const counts = [0, 0, 0];
    for (const id of accounts) counts[homes.of(ofAccount(id), always)]! += 1;
    for (const count of counts) expect(count).toBeGreaterThan(accounts.length / 4);
  });

  test('the home of an account changes only while its replica may not take it', () => {
    const homes = new Homes(targets);
    for (const id of accounts) {
      const home = homes.of(ofAccount(id), always);
      const without = homes.of(ofAccount(id), (index) => index !== 1);
      if (home === 1) expect(without).not.toBe(1);
      else expect(without).toBe(home);
      expect(homes.of(ofAccount(id), () => false)).toBe(home);
    }
  });
});

test('texts that share their batches go to one replica, the same at every gateway, while it may take them', () => {
  const homes = new Homes(targets);
  const reversed = [...targets].reverse();
  const shared = homes.ofAll(always);
  expect(reversed[new Homes(reversed).ofAll(always)]).toBe(targets[shared]);
  expect(homes.ofAll((index) => index !== shared)).not.toBe(shared);
  expect(homes.ofAll(() => false)).toBe(shared);
});

test('keys of one account have one home once their account is known', () => {
  const homes = new Homes(targets);
  for (const accountId of accounts.slice(0, 50)) {
    const texts = [1, 2, 3].map((number) => withKey(`key ${number} of ${accountId}`));
    for (const text of texts) homes.learn(text, create(SendResultSchema, { accountId }));
    const home = homes.of(ofAccount(accountId), always);
    for (const text of texts) expect(homes.of(text, always)).toBe(home);
  }
});

test('a key whose account is not known keeps a home of its own', () => {
  const homes = new Homes(targets);
  const text = withKey('some key');
  const home = homes.of(text, always);
  homes.learn(text, create(SendResultSchema));
  expect(homes.of(text, always)).toBe(home);
});
