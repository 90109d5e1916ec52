// Platform keys and their links as the internal services see them: what is kept, what is refused, and what every
// replica sees.
import { Code, ConnectError } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { ErrorCode, ErrorDetailSchema } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { methodName } from '../../../runtime/method_name.ts';
import { clientOf, startTestCore, type TestCore } from '../../../test/support/core.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { createPlatform } from '../../../test/support/platform.ts';
import { reflectedServices } from '../../access/policy.ts';
import { maxLinks } from './platforms.ts';

let cores: [TestCore, TestCore];
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  const url = await createDatabase();
  cores = [await startTestCore(url), await startTestCore(url)];
  inspect = openInspector(url);
});
afterAll(async () => {
  await Promise.all(cores.map((core) => core.stop()));
  await inspect.end();
});

const nobody = 100_000_000_001n;

/** What a core makes of a request at the door: the account or platform it acts for, or the code of its refusal. */
async function judge(core: TestCore, apiKey: string, method: string, target?: bigint | string) {
  const targetAccount = target === undefined ? {} : { targetAccount: String(target) };
  const { results } = await core.access.admit({ requests: [{ apiKey, method, ...targetAccount }] });
  const outcome = results[0]?.outcome;
  return outcome?.case === 'error' ? outcome.value.code : outcome?.value?.caller;
}

async function refusalOf(call: Promise<unknown>) {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ConnectError)) throw new Error('it was not refused');
  const [detail] = error.findDetails(ErrorDetailSchema);
  return [error.code, detail?.code, detail?.message];
}
const unknownKey = [Code.NotFound, ErrorCode.NOT_FOUND, 'platform key not found'];
const unknownAccount = [Code.NotFound, ErrorCode.NOT_FOUND, 'account not found'];

describe('a platform key', () => {
  test('is stored only as a hash, and what is shown of it is its prefix and last four characters', async () => {
    const { id, key } = await createPlatform(cores[0]);
    expect(key).toMatch(/^svc_platform_[0-9A-Za-z]{36}$/);
    const rows = await inspect`select k::text as row from platform_key k`;
    for (const { row } of rows) expect(row).not.toContain(key.slice('svc_platform_'.length, -4));
    const { keys } = await cores[0].admin.listPlatformKeys({ limit: 1, cursor: id - 1n });
    expect(keys).toMatchObject([{ id, name: 'Integrator', hint: `svc_platform_...${key.slice(-4)}` }]);
  });

  test.each([
    ['no name', ''],
    ['101 characters', 'x'.repeat(101)],
    ['U+0000', 'a\u0000b'],
  ])('with %s is refused', async (_name, name) => {
    const [code, detail] = await refusalOf(cores[0].admin.createPlatformKey({ name }));
    expect([code, detail]).toEqual([Code.InvalidArgument, ErrorCode.INVALID_REQUEST]);
  });

  test('is listed in pages, in order of id, revoked ones too', async () => {
    const [first, second, third] = [
      await createPlatform(cores[0]),
      await createPlatform(cores[0]),
      await createPlatform(cores[0]),
    ];
    await cores[0].admin.revokePlatformKey({ id: second.id });
    const page = await cores[1].admin.listPlatformKeys({ limit: 2, cursor: first.id - 1n });
    expect(page.keys.map(({ id, revokedAt }) => [id, revokedAt !== undefined])).toEqual([
      [first.id, false],
      [second.id, true],
    ]);
    const rest = await cores[1].admin.listPlatformKeys({ limit: 2, cursor: page.nextCursor ?? 0n });
    expect([rest.keys.map(({ id }) => id), rest.nextCursor]).toEqual([[third.id], undefined]);
  });

  test('that is revoked twice keeps the first time; an unknown one is NOT_FOUND', async () => {
    const { id } = await createPlatform(cores[0]);
    const first = await cores[0].admin.revokePlatformKey({ id: id });
    expect(first.key?.revokedAt).toBeDefined();
    expect(await cores[1].admin.revokePlatformKey({ id: id })).toEqual(first);
    for (const platformKeyId of [0n, -1n, 999_999n, 2n ** 63n - 1n])
      expect(await refusalOf(cores[0].admin.revokePlatformKey({ id: platformKeyId }))).toEqual(unknownKey);
  });
});

describe('a link', () => {
  test('that is made twice keeps the first time', async () => {
    const account = await cores[0].createAccount();
    const { id: platformKeyId } = await createPlatform(cores[0]);
    const first = await cores[0].admin.linkPlatform({ id: platformKeyId, accountId: account.id });
    expect(await cores[1].admin.linkPlatform({ id: platformKeyId, accountId: account.id })).toEqual(first);
    const accounts = clientOf(AccountService, cores[0]);
    const listed = await accounts.listAccountsOfKey({
      caller: { case: 'platformKeyId', value: platformKeyId },
    });
    expect(listed.accounts.map(({ id, linkedAt }) => [id, linkedAt])).toEqual([
      [account.id, first.integration?.linkedAt],
    ]);
  });

  test('that is made by many at once is one, with one time, and never fails', async () => {
    const account = await cores[0].createAccount();
    const { id: platformKeyId } = await createPlatform(cores[0]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        cores[(index % 2) as 0 | 1].admin.linkPlatform({ id: platformKeyId, accountId: account.id }),
      ),
    );
    expect(
      new Set(
        answers.map(({ integration }) =>
          JSON.stringify([integration?.linkedAt?.seconds.toString(), integration?.linkedAt?.nanos]),
        ),
      ).size,
    ).toBe(1);
  });

  test('and the end of its key at the same moment: it was made first, or is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const account = await cores[0].createAccount({ paired: false });
      const { id: platformKeyId } = await createPlatform(cores[0]);
      const [linked] = await Promise.allSettled([
        cores[0].admin.linkPlatform({ id: platformKeyId, accountId: account.id }),
        cores[1].admin.revokePlatformKey({ id: platformKeyId }),
      ]);
      const links = await inspect`select 1 from platform_link where platform_key_id = ${platformKeyId}`;
      expect(links).toHaveLength(linked.status === 'fulfilled' ? 1 : 0);
    }
  });

  test('of an unknown key or account is NOT_FOUND, and so is one of a revoked key', async () => {
    const { id: accountId } = await cores[0].createAccount();
    const { id: platformId } = await createPlatform(cores[0]);
    const { admin } = cores[0];
    for (const change of [admin.linkPlatform, admin.unlinkPlatform]) {
      expect(await refusalOf(change({ id: 999_999n, accountId }))).toEqual(unknownKey);
      expect(await refusalOf(change({ id: platformId, accountId: nobody }))).toEqual(unknownAccount);
    }
    await admin.revokePlatformKey({ id: platformId });
    expect(await refusalOf(admin.linkPlatform({ id: platformId, accountId }))).toEqual(unknownKey);
  });

  test('ends twice without a fault, also of a revoked key', async () => {
    const account = await cores[0].createAccount();
    const { id: platformKeyId } = await createPlatform(cores[0], account);
    await cores[0].admin.revokePlatformKey({ id: platformKeyId });
    for (const core of cores) await core.admin.unlinkPlatform({ id: platformKeyId, accountId: account.id });
    const links = await inspect`select 1 from platform_link where platform_key_id = ${platformKeyId}`;
    expect(links).toHaveLength(0);
  });

  test('is one for all replicas, and so is its end and the end of the key', async () => {
    const account = await cores[0].createAccount();
    const { id: platformKeyId, key } = await createPlatform(cores[0]);
    const link = { id: platformKeyId, accountId: account.id };
    const everywhere = () =>
      Promise.all(cores.map((core) => judge(core, key, 'AccountService/GetUsage', account.id)));
    const acts = { case: 'accountId', value: account.id };
    for (const core of cores) {
      expect(await everywhere()).toEqual([ErrorCode.NOT_FOUND, ErrorCode.NOT_FOUND]);
      await core.admin.linkPlatform(link);
      expect(await everywhere()).toEqual([acts, acts]);
      await core.admin.unlinkPlatform(link);
    }
    await cores[0].admin.revokePlatformKey({ id: platformKeyId });
    expect(await everywhere()).toEqual([ErrorCode.INVALID_API_KEY, ErrorCode.INVALID_API_KEY]);
  });

  test(`is one of ${maxLinks} of its key: the next is refused, and all of them come in pages`, async () => {
    const { id: platformKeyId, key } = await createPlatform(cores[0]);
    // The longest names there are, three bytes a character.
    await inspect`insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq,
      last_device_id, created_at)
      select n, repeat('\u20ac', 100), 'US', 'starter', 'incomplete_expired', false, '2026-01-01', 0, 0, 0, 0, now()
      from generate_series(900000000000, 900000000000 + ${maxLinks}::int8) n`;
    await inspect`insert into platform_link select ${platformKeyId}, id, now() from account
      where id between 900000000000 and 900000000000 + ${maxLinks - 1}::int8`;
    const last = 900_000_000_000n + BigInt(maxLinks);
    const [code, detail, message] = await refusalOf(
      cores[0].admin.linkPlatform({ id: platformKeyId, accountId: last }),
    );
    expect([code, detail]).toEqual([Code.InvalidArgument, ErrorCode.INVALID_REQUEST]);
    expect(message).toContain(String(maxLinks));
    // A link that is there is made again without a fault.
    await cores[0].admin.linkPlatform({ id: platformKeyId, accountId: last - 1n });
    expect(await judge(cores[0], key, 'AccountService/GetUsage', last)).toBe(ErrorCode.NOT_FOUND);
    const accounts = clientOf(AccountService, cores[0]);
    const caller = { case: 'platformKeyId' as const, value: platformKeyId };
    const listAll = async () => {
      const found = new Set<bigint>();
      let cursor: string | undefined;
      do {
        const page = await accounts.listAccountsOfKey({
          caller,
          limit: 4_000,
          ...(cursor !== undefined && { cursor }),
        });
        expect(page.accounts.length).toBeLessThanOrEqual(4_000);
        for (const { id } of page.accounts) found.add(id);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return found;
    };
    expect(await listAll()).toHaveProperty('size', maxLinks);
    await cores[0].admin.unlinkPlatform({ id: platformKeyId, accountId: last - 1n });
    await cores[0].admin.linkPlatform({ id: platformKeyId, accountId: last });
    expect((await listAll()).has(last)).toBe(true);
  });
});

describe('at the door', () => {
  const methods = reflectedServices.flatMap((service) => service.methods.map(methodName));

  test.each(['', ...methods])('%s of a platform key is judged by its scope alone', async (method) => {
    const account = await cores[0].createAccount();
    const { id, key } = await createPlatform(cores[0], account);
    const judged = await judge(cores[0], key, method, account.id);
    switch (method) {
      case '':
        return expect(judged).toBe(ErrorCode.INVALID_REQUEST);
      case 'AccountService/GetUsage':
      case 'PlanService/ChangePlan':
        return expect(judged).toMatchObject({ case: 'accountId', value: account.id });
      case 'AccountService/ListAccountsOfKey':
        return expect(judged).toMatchObject({ case: 'platformKeyId', value: id });
      default:
        return expect(judged).toBe(ErrorCode.PLATFORM_KEY_SCOPE);
    }
  });

  test('a platform key that comes with a text is PLATFORM_KEY_SCOPE, and nothing is sent', async () => {
    const account = await cores[0].createAccount();
    const { key } = await createPlatform(cores[0], account);
    const admission = {
      apiKey: key,
      method: 'MessageService/SendMessages',
      targetAccount: String(account.id),
    };
    const { results } = await cores[0].messages.sendMessages({
      texts: [{ address: '+15005550006', body: 'x', admission }],
    });
    expect(results[0]?.outcome).toMatchObject({
      case: 'error',
      value: { code: ErrorCode.PLATFORM_KEY_SCOPE },
    });
    expect(results[0]?.rate?.remaining).toBe(119);
    const { usage } = await cores[0].usage.getUsage({ accountId: account.id });
    expect(usage?.textsUsed).toBe(0n);
  });

  test('many requests of many keys of both kinds in one call are each judged on their own', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => cores[0].createAccount()));
    const platforms = await Promise.all(accounts.map((account) => createPlatform(cores[0], account)));
    const requests = platforms.flatMap(({ key }) =>
      accounts.map(({ id }) => ({
        apiKey: key,
        method: 'AccountService/GetUsage',
        targetAccount: String(id),
      })),
    );
    const own = accounts.map(({ key }) => ({ apiKey: key, method: 'MessageService/SendMessages' }));
    const { results } = await cores[0].access.admit({ requests: [...requests, ...own] });
    const judged = results.map(({ outcome }) =>
      outcome.case === 'error' ? outcome.value.code : outcome.value?.caller.value,
    );
    const expected = platforms.flatMap((_, mine) =>
      accounts.map(({ id }, theirs) => (mine === theirs ? id : ErrorCode.NOT_FOUND)),
    );
    expect(judged).toEqual([...expected, ...accounts.map(({ id }) => id)]);
  });

  test('of 300 requests of one platform key at once on two replicas exactly 120 are admitted', async () => {
    const account = await cores[0].createAccount();
    const { key } = await createPlatform(cores[0], account);
    const judged = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        judge(cores[(index % 2) as 0 | 1], key, 'AccountService/GetUsage', account.id),
      ),
    );
    expect(judged.filter((outcome) => outcome === ErrorCode.RATE_LIMITED)).toHaveLength(180);
  });
});

test('accounts of an unknown platform key are NOT_FOUND, of nobody INVALID_REQUEST', async () => {
  const accounts = clientOf(AccountService, cores[0]);
  const unknown = accounts.listAccountsOfKey({ caller: { case: 'platformKeyId', value: 999_999n } });
  expect(await refusalOf(unknown)).toEqual(unknownKey);
  const [code] = await refusalOf(accounts.listAccountsOfKey({}));
  expect(code).toBe(Code.InvalidArgument);
});
