// At most 120 requests in any 60 seconds per key, exactly, on any number of replicas. Time is the database's; the
// tests move a key's stamps instead of waiting.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { startTestCore, type TestCore } from '../../../test/support/core.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';

let cores: TestCore[];
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

async function ask(key: string, core = cores[0] as TestCore) {
  const { results } = await core.access.admit({
    requests: [{ apiKey: key, method: 'AccountService/GetUsage' }],
  });
  const result = results[0];
  return {
    admitted: result?.outcome.case === 'admission',
    code: result?.outcome.case === 'error' ? result.outcome.value.code : undefined,
    retryAfterSeconds: result?.outcome.case === 'error' ? result.outcome.value.retryAfterSeconds : undefined,
    rate: result?.rate,
  };
}

const age = (key: string, ms: number) =>
  inspect`update rate_window set stamps = (select array_agg(stamp - ${ms}::int8 order by stamp) from unnest(stamps) stamp)
    where key_hash = decode(${hashSecret(key)}, 'hex')`;

test('of 300 requests at once on two replicas exactly 120 are admitted, and refused ones do not count', async () => {
  const { key } = await (cores[0] as TestCore).createAccount();
  const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => ask(key, cores[index % 2])));
  expect(answers.filter((answer) => answer.admitted)).toHaveLength(120);
  const refused = answers.filter((answer) => !answer.admitted);
  for (const { code, retryAfterSeconds, rate } of refused) {
    expect(code).toBe(ErrorCode.RATE_LIMITED);
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(55);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(rate?.remaining).toBe(0);
  }
  await age(key, 60_000);
  expect((await ask(key)).rate?.remaining).toBe(119);
});

test('the window slides: what is younger than 60 s counts', async () => {
  const { key } = await (cores[0] as TestCore).createAccount();
  for (let index = 0; index < 60; index++) await ask(key);
  await age(key, 30_000);
  for (let index = 0; index < 60; index++) expect((await ask(key)).admitted).toBe(true);
  expect((await ask(key)).admitted).toBe(false);
  // The first 60 leave the window; the second 60 are 30 s old.
  await age(key, 30_000);
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(key)));
  expect(answers.filter((answer) => answer.admitted)).toHaveLength(60);
  await age(key, 15_000);
  expect((await ask(key)).admitted).toBe(false);
  await age(key, 15_000);
  expect((await ask(key)).admitted).toBe(true);
});

test('a clock that was an hour ahead limits a key for a minute at most, and gives it no request more', async () => {
  const { key } = await (cores[0] as TestCore).createAccount();
  for (let index = 0; index < 50; index++) await ask(key);
  await age(key, -3_600_000);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(key, cores[index % 2])));
  expect(answers.filter((answer) => answer.admitted)).toHaveLength(70);
  expect((await ask(key)).retryAfterSeconds).toBeLessThanOrEqual(60);
  await age(key, 60_000);
  expect((await ask(key)).rate?.remaining).toBe(119);
});

test('a window that a clock ahead has filled heals although none of its requests is admitted', async () => {
  const { key } = await (cores[0] as TestCore).createAccount();
  await Promise.all(Array.from({ length: 120 }, () => ask(key)));
  await age(key, -3_600_000);
  expect((await ask(key)).retryAfterSeconds).toBeLessThanOrEqual(60);
  await age(key, 60_000);
  expect((await ask(key)).rate?.remaining).toBe(119);
});

test('windows that a crash has taken come back under load, and the limit is exact from then on', async () => {
  const created = await Promise.all(
    [1, 2, 3].map(() => (cores[0] as TestCore).createAccount({ exempt: true })),
  );
  const before = created.map(({ key }) => ask(key));
  await inspect`truncate rate_window`;
  await Promise.all(before);
  await inspect`truncate rate_window`;
  for (const { key } of created) {
    const asked = Array.from({ length: 150 }, (_, index) => ask(key, cores[index % 2]));
    const sent = Array.from({ length: 150 }, async (_, index) => {
      const { results } = await (cores[index % 2] as TestCore).messages.sendMessages({
        texts: [
          {
            address: '+15005550006',
            body: 'x',
            admission: { apiKey: key, method: 'MessageService/SendMessages' },
          },
        ],
      });
      const outcome = results[0]?.outcome;
      return outcome?.case === 'error' ? outcome.value.code : undefined;
    });
    const codes = [...(await Promise.all(asked)).map(({ code }) => code), ...(await Promise.all(sent))];
    expect(codes.filter((code) => code === undefined)).toHaveLength(120);
    expect(codes.filter((code) => code === ErrorCode.RATE_LIMITED)).toHaveLength(180);
  }
});

test('where nothing of a window is left, a key that is unknown or revoked stays refused and gets none', async () => {
  const core = cores[0] as TestCore;
  const { id, key } = await core.createAccount();
  const { keys } = await core.admin.listKeys({ accountId: id });
  await core.admin.revokeKey({ accountId: id, id: keys[0]?.id as bigint });
  await inspect`truncate rate_window`;
  expect((await ask(key)).code).toBe(ErrorCode.INVALID_API_KEY);
  expect((await ask(`${key.slice(0, -4)}none`)).code).toBe(ErrorCode.INVALID_API_KEY);
  expect(await inspect`select from rate_window`).toHaveLength(0);
});

test('windows are in no log that a commit waits for', async () => {
  expect(await inspect`select relpersistence from pg_class where relname = 'rate_window'`).toEqual([
    { relpersistence: 'u' },
  ]);
});

test('keys of one account have windows of their own', async () => {
  const core = cores[0] as TestCore;
  const { id, key } = await core.createAccount();
  const { secret: other } = await core.admin.createKey({ accountId: id });
  await Promise.all(Array.from({ length: 120 }, () => ask(key)));
  expect((await ask(key)).admitted).toBe(false);
  expect((await ask(other)).rate?.remaining).toBe(119);
});

test('a revoked key is refused at its next request, on every replica', async () => {
  const core = cores[0] as TestCore;
  const { id, key } = await core.createAccount();
  expect((await ask(key, cores[1])).admitted).toBe(true);
  const { keys } = await core.admin.listKeys({ accountId: id });
  await core.admin.revokeKey({ accountId: id, id: keys[0]?.id as bigint });
  for (const each of cores) expect((await ask(key, each)).code).toBe(ErrorCode.INVALID_API_KEY);
});

test('a key is stored only as a hash', async () => {
  const { key } = await (cores[0] as TestCore).createAccount();
  const rows = await inspect`select k::text as row from api_key k`;
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) expect(row).not.toContain(key.slice('svc_live_'.length, -4));
});
