// Many texts from a file, in a real browser: what becomes of each row is shown before anything leaves, and no row is
// sent twice, however often the file is chosen.
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, type Shown, shown } from './chromium.ts';
import { spreadsheetOf } from './spreadsheet.ts';

/** Three good rows, one whose number is none, and one that has no text. */
const file = {
  name: 'texts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Number,Text',
      '+15005550006,"Dear Ada, your table is booked."',
      'nobody,This one has no number',
      '+1 202 555 0143,Dear Bob',
      '+12025550144',
      '+15005550006,A second one',
    ].join('\r\n'),
  ),
};

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;
let phone: Phone;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await phone?.throwAway();
  await stack?.stop();
});

const texts = async () => (await stack.get('/api/v1/messages?since=0', account.key)).json.messages;

async function chooseFile(page: Shown['page']): Promise<void> {
  await page.goto(`/accounts/${account.id}/bulk`);
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await asked).setFiles(file);
  await page.getByRole('table').waitFor();
}

shown(
  'a file is judged row by row, sent once and delivered, and sends nothing when it is chosen again',
  async () => {
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    const { page, complaints, context } = await chromium.open(user);
    await chooseFile(page);
    const rows = await page.getByRole('row').allInnerTexts();
    const verdicts = rows.slice(1).map((row) => row.split(/\s*\t\s*/));
    expect(verdicts.map(([line, number]) => [line, number])).toEqual([
      ['3', 'nobody'],
      ['5', '+12025550144'],
      ['2', '+15005550006'],
      ['4', '+1 202 555 0143'],
      ['6', '+15005550006'],
    ]);
    expect(verdicts.map(([, , , verdict]) => verdict === '1 segment')).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    await page.getByText('2 rows cannot be sent and will be left out.').waitFor();
    expect(await barriersIn(page)).toEqual([]);
    expect(await texts()).toEqual([]);

    await page.getByRole('button', { name: 'Send 3 texts' }).click();
    await page.getByRole('heading', { name: 'texts.csv' }).waitFor();
    await page.getByText('3 of 3 recipients').waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    await until(async () =>
      (await texts()).every(({ status }: { status: string }) => status === 'delivered'),
    );
    const sent = (await texts()).map(
      ({ address_norm, body }: Record<string, string>) => `${address_norm} ${body}`,
    );
    // Receipts that came after the last row had left are shown as well.
    await page.getByRole('table').getByText('Delivered', { exact: true }).nth(2).waitFor();
    expect(sent.sort()).toEqual([
      '+12025550143 Dear Bob',
      '+15005550006 A second one',
      '+15005550006 Dear Ada, your table is booked.',
    ]);
    expect(await barriersIn(page)).toEqual([]);

    // Chosen again, in this browser or in another, it is known to be sent.
    const other = await chromium.open(user);
    for (const { page: again } of [{ page }, other]) {
      await chooseFile(again);
      await again.getByText('This list was sent on').waitFor();
      expect(await again.getByRole('button', { name: /^Send \d/ }).count()).toBe(0);
      expect(await barriersIn(again)).toEqual([]);
    }
    await other.page.getByRole('link', { name: 'See it' }).click();
    await other.page.getByText('A second one').waitFor();
    expect((await texts()).length).toBe(3);

    // As a new broadcast it leaves once more, and that one is known from then on.
    await page.getByRole('button', { name: 'Send all again as a new broadcast' }).click();
    await page.getByRole('button', { name: 'Send 3 texts' }).click();
    await page.getByText('Done', { exact: true }).waitFor();
    expect((await texts()).length).toBe(6);
    await chooseFile(page);
    await page.getByText('This list was sent on').waitFor();
    expect(await page.getByRole('button', { name: /^Send \d/ }).count()).toBe(0);
    expect([...complaints, ...other.complaints]).toEqual([]);
    await context.close();
    await other.context.close();
  },
);

async function choose(page: Shown['page'], of: { name: string; mimeType?: string; buffer: Buffer }) {
  await page.goto(`/accounts/${account.id}/bulk`);
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await asked).setFiles({ mimeType: 'text/csv', ...of });
}
const bodies = async (page: Shown['page']) => (await page.locator('td .text-body').allInnerTexts()).sort();

shown('a CSV file of Windows is read with its letters, and a person may say otherwise', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, complaints, context } = await chromium.open(user);
  const words = 'Nummer;Nachricht\r\n+15005550006;Grüße aus München\r\n';
  await choose(page, { name: 'texts.csv', buffer: Buffer.from(words, 'latin1') });
  await page.getByText('Grüße aus München').waitFor();
  await page.getByLabel('The file does not say which character set it uses').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  await page
    .getByLabel('The file does not say which character set it uses')
    .selectOption('Cyrillic (Windows)');
  await page.getByText('GrьЯe aus Mьnchen').waitFor();
  // What UTF-8 or its mark says is no guess.
  for (const buffer of [Buffer.from(words), Buffer.from(`\uFEFF${words}`, 'utf16le')]) {
    await choose(page, { name: 'texts.csv', buffer });
    await page.getByText('Grüße aus München').waitFor();
    expect(await page.getByText('how its letters are written').count()).toBe(0);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

shown('an Excel file is read as it is', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, complaints, context } = await chromium.open(user);
  const buffer = spreadsheetOf([
    ['Phone', 'Message'],
    ['+15005550006', 'Dear Ada & Zoë, <see you>'],
    [2025550143, 'Dear Bob'],
  ]);
  await choose(page, { name: 'texts.xlsx', mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Send 2 texts' }).waitFor();
  expect(await bodies(page)).toEqual(['Dear Ada & Zoë, <see you>', 'Dear Bob']);
  await choose(page, { name: 'texts.xlsx', buffer: buffer.subarray(0, 300) });
  await page.getByText('This spreadsheet cannot be read').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

shown('columns that nobody knows are chosen by the person', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, complaints, context } = await chromium.open(user);
  const buffer = Buffer.from('who,when,what\r\n+15005550006,today,It is ready\r\n');
  await choose(page, { name: 'texts.csv', buffer });
  await page.getByText('Which column has the number, and which the text?').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  await page.getByLabel('Number', { exact: true }).selectOption('who');
  await page.getByLabel('Text', { exact: true }).selectOption('what');
  await page.getByRole('button', { name: 'Look at the rows' }).click();
  await page.getByRole('button', { name: 'Send 1 text' }).waitFor();
  expect(await bodies(page)).toEqual(['It is ready']);
  expect(complaints).toEqual([]);
  await context.close();
});

shown(
  'numbers that stand twice and braces that nothing fills in are said before anything leaves',
  async () => {
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    const { page, complaints, context } = await chromium.open(user);
    const rows = [
      'number,name,text',
      '+15005550006,Ada,Hi {name}!',
      '+12025550143,Bob,Hi Bob',
      '(500) 555-0006,,Hi',
    ];
    await choose(page, { name: 'texts.csv', buffer: Buffer.from(rows.join('\r\n')) });
    await page.getByText('1 number is in more than one row').waitFor();
    await page.getByText('+15005550006 (lines 2, 4)').waitFor();
    await page.getByText('1 row would be sent with braces, like “{name}” in line 2').waitFor();
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

shown('one text is written for all, looked at with real rows, and what it lacks is named', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, complaints, context } = await chromium.open(user);
  const before = (await texts()).length;
  const buffer = Buffer.from('Number,Name,Day\r\n+15005550006,Ada,Monday\r\n+12025550143,Bob,Tuesday\r\n');
  await choose(page, { name: 'visits.csv', buffer });
  await page.getByLabel('Number', { exact: true }).selectOption('Number');
  await page.getByLabel('Text', { exact: true }).selectOption('I will write one text for all');
  await page.getByRole('button', { name: 'Write the text' }).click();
  const field = page.getByLabel('The text for all');
  await field.fill('Hello {name}, on {week}');
  await page.getByText('The list has no column {week}').waitFor();
  expect(await page.getByRole('button', { name: 'Look at the rows' }).isDisabled()).toBe(true);
  await field.fill('Hello {name}, on {day}');
  await page.getByText('Hello Bob, on Tuesday').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Look at the rows' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Visits');
  await page.getByRole('button', { name: 'Send 2 texts' }).click();
  await page.getByRole('heading', { name: 'Visits' }).waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  expect((await texts()).length).toBe(before + 2);
  await page.getByText('Hello Ada, on Monday').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

shown('a group of contacts gets one text, each person by their name', async () => {
  const own = await stack.createAccount();
  const user = await createUser(stack.databaseUrl, { roles: [[own.id, 'member']] });
  const post = async (path: string, body: unknown) =>
    (await stack.post(`/api/v1${path}`, own.key, body)).json;
  const { group } = await post('/groups', { name: 'Regulars' });
  for (const [address, name] of [
    ['+15005550006', 'Ada'],
    ['+12025550143', 'Bob'],
  ])
    await post('/contacts', { address, name, groups: [group.id] });
  await post('/contacts', { address: '+12025550144', name: 'Cy' });
  const { page, complaints, context } = await chromium.open(user);
  await page.goto(`/accounts/${own.id}/bulk`);
  await page.getByRole('button', { name: 'Choose a group' }).click();
  await page.getByRole('menuitem', { name: 'Regulars (2)' }).click();
  await page.getByLabel('The text for all').fill('Hello {name}, see you');
  await page.getByText('Hello Bob, see you').waitFor();
  await page.getByRole('button', { name: 'Look at the rows' }).click();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Regulars');
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send 2 texts' }).click();
  await page.getByText('2 of 2 recipients').waitFor();
  const sent = (await stack.get('/api/v1/messages?since=0', own.key)).json.messages;
  expect(sent.map(({ body }: { body: string }) => body).sort()).toEqual([
    'Hello Ada, see you',
    'Hello Bob, see you',
  ]);
  expect(complaints).toEqual([]);
  await context.close();
});
