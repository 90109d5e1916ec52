// Quiet hours that are set while a text is being accepted: statements stand still between their rows while others run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { Answer } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

let service: SimulatedService;
let stack: Stack;
beforeAll(async () => {
  service = await SimulatedService.begin({ overlaps: 0.7 });
  stack = await startStack({ service, cores: 2, gateways: 2 });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const hours = { time_zone: 'UTC', from: '11:00', until: '14:00' };
const end = '2026-03-10T14:00:00.000Z';

test('a send that waited for the account while they were set keeps to them', async () => {
  for (let round = 0; round < 16; round++) {
    const { key } = await stack.createAccount();
    const body = { address: '+15005550006', body: 'hello' };
    let sending: Promise<Answer> | undefined;
    // The send comes while the hours are being written, or stand still there with the account's lock.
    service.database.onLet = ({ text }) => {
      if (!/update account set quiet_zone/.test(text)) return;
      sending ??= stack.begin({ method: 'POST', path: '/api/v1/messages', key, body });
    };
    await stack.ask({ method: 'PUT', path: '/api/v1/quiet-hours', key, body: hours }, 1);
    expect(sending).toBeDefined();
    const { json } = await service.simulation.during(sending as Promise<Answer>);
    expect(json.message.send_at).toBe(end);
  }
});
