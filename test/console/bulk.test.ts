// Many texts from a file, in a real browser: what becomes of each row is shown before anything leaves, and no row is
// sent twice, however often the file is chosen.
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { createPerson } from '../support/people.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { barriersIn, Chromium, type Shown, shown } from './chromium.ts';

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
  await page.getByRole('button', { name: 'Choose a CSV file' }).click();
  await (await asked).setFiles(file);
  await page.getByRole('table').waitFor();
}

shown(
  'a file is judged row by row, sent once and delivered, and sends nothing when it is chosen again',
  async () => {
    const person = await createPerson(stack.databaseUrl, { roles: [[account.id, 'member']] });
    const { page, complaints, context } = await chromium.open(person);
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
    await page.getByText('3 accepted, 0 refused, 0 to go.').waitFor();
    await until(async () =>
      (await texts()).every(({ status }: { status: string }) => status === 'delivered'),
    );
    const sent = (await texts()).map(
      ({ address_norm, body }: Record<string, string>) => `${address_norm} ${body}`,
    );
    expect(sent.sort()).toEqual([
      '+12025550143 Dear Bob',
      '+15005550006 A second one',
      '+15005550006 Dear Ada, your table is booked.',
    ]);

    // The same browser knows that all of it was sent.
    await chooseFile(page);
    await page.getByText('3 accepted, 0 refused, 0 to go.').waitFor();
    expect(await page.getByRole('button', { name: /^Send / }).count()).toBe(0);

    // Another browser does not, and sends the file: the service knows each row.
    const other = await chromium.open(person);
    await chooseFile(other.page);
    await other.page.getByRole('button', { name: 'Send 3 texts' }).click();
    await other.page.getByText('3 accepted, 0 refused, 0 to go.').waitFor();
    expect((await texts()).length).toBe(3);
    expect([...complaints, ...other.complaints]).toEqual([]);
    await context.close();
    await other.context.close();
  },
);
