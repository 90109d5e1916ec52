// Requests without any proof: they are bounded for each address and in all, and so are the rows that they leave.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, TestBrowser } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, limits: { openRequestsOfAddress: 20 } });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

async function rowsOfUsers(): Promise<number> {
  const sql = openInspector(stack.databaseUrl);
  const [row] =
    await sql`select (select count(*) from sign_in_ticket) + (select count(*) from sign_in_attempt)
    + (select count(*) from known_browser) + (select count(*) from user_link) as rows`;
  await sql.end();
  return Number(row?.rows);
}

test('asking for a passkey challenge writes no row, and one request too many from an address is refused', async () => {
  const before = await rowsOfUsers();
  const browser = new TestBrowser(stack);
  const ask = async () => (await browser.post('/console/sign-in/passkey/options')).status;
  for (let n = 0; n < 20; n++) expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  expect(await rowsOfUsers()).toBe(before);
  // All these endpoints share one bound; opening the page and signing out are free.
  for (const [path, body] of [
    ['/console/sign-in', { email: 'ada@example.com', password }],
    ['/console/sign-in/totp', { ticket: 'x', code: '123456' }],
    ['/console/sign-in/passkey', { ticket: 'x', response: {} }],
    ['/console/sign-up', { token: 'x', name: 'x', email: 'ada@example.com', password }],
  ] as const) {
    const { status, headers } = await browser.post(path, body);
    expect([path, status, Number(headers['retry-after']) > 0]).toEqual([path, 429, true]);
  }
  expect((await browser.ask('/console/start')).status).toBe(200);
  expect((await browser.post('/console/sign-out')).status).toBe(200);
  expect(await rowsOfUsers()).toBe(before);
});
