// `retention show | set`: what an account keeps, in words, and that a kind left out stays as it is.
import { expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

test('retention show says what holds, and what of it is as usual', async () => {
  const { out } = await type(`retention show ${accountId}`);
  expect(out.split('\n')).toEqual([
    'texts  90 days',
    'words  7 days (as is usual)',
    'logs   for ever (as is usual)',
    '',
  ]);
  expect(await typeJson(`retention show ${accountId}`)).toEqual({
    retention: {
      own: { texts_days: 90, words_days: null, logs_days: null },
      usual: { texts_days: null, words_days: 7, logs_days: null },
    },
  });
});

test('retention set changes what is typed and leaves the rest', async () => {
  await type(`retention set ${accountId} --words 30`);
  await type(`retention set ${accountId} --texts usual --logs forever`);
  const changes = asked().filter(([name]) => name === 'setRetention');
  expect(changes.map(([, request]) => request)).toMatchObject([
    { accountId, own: { textsDays: 90, wordsDays: 30 } },
    { accountId, own: { logsDays: 0 } },
  ]);
  expect(changes[1]?.[1]).not.toMatchObject({ own: { textsDays: 90 } });
});

test('retention set refuses what is no number of days, and nothing at all', async () => {
  for (const words of ['--texts soon', '--texts -1', ''])
    expect((await type(`retention set ${accountId} ${words}`)).code).toBe(2);
});

test('accounts export writes each page as it comes', async () => {
  const { out } = await type(`accounts export ${accountId}`);
  expect(out.split('\n')).toEqual([
    '{"table":"account","row":{"page":""}}',
    '{"table":"account","row":{"page":"more"}}',
    '',
  ]);
});
