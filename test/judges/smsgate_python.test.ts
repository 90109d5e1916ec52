// The PyPI client of SMS Gateway for Android, where this machine's Python has it: npm run judges.
import { execFile, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { pythonEnvironment } from '../support/judges.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { hasProgram } from '../support/programs.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

const hasClient =
  hasProgram('python3') &&
  spawnSync('python3', ['-c', 'import android_sms_gateway, requests'], {
    env: pythonEnvironment,
    stdio: 'ignore',
    timeout: 20_000,
  }).status === 0;
const title = (text: string) =>
  hasClient ? text : `${text} [skipped: this machine’s Python has no android_sms_gateway]`;

let stack: Stack;
let phone: Phone | undefined;
beforeAll(async () => {
  stack = await startStack({ servesSmsgate: true });
});
afterAll(async () => {
  await phone?.throwAway();
  await stack.stop();
});

const program = `
import json, sys, time
from android_sms_gateway import client, domain
from android_sms_gateway.enums import WebhookEvent
login, key, url, number = sys.argv[1:]
with client.APIClient(login or None, key, base_url=url) as api:
    text = domain.TextMessage(text="hello")
    sent = api.send(domain.Message(phone_numbers=[number], text_message=text, id="py" + (login or "bearer")),
                    skip_phone_validation=True, device_active_within=12)
    for _ in range(200):
        state = api.get_state(sent.id)
        if state.state.value == "Delivered": break
        time.sleep(0.25)
    listed = api.get_messages(pagination=domain.QueryPagination(limit=5))
    hook = api.create_webhook(domain.Webhook(id=None, url="https://shop.example/x", event=WebhookEvent.SMS_RECEIVED))
    hooks = [each.event.value for each in api.get_webhooks()]
    api.delete_webhook(hook.id)
    devices = [each.name for each in api.list_devices()]
    try:
        refused = ""
        api.get_settings()
    except Exception as error:
        refused = type(error).__name__
    print(json.dumps([state.state.value, [each.id for each in listed], hooks, len(api.get_webhooks()), devices, bool(refused)]))
`;

test.runIf(hasClient)(
  title('its PyPI client sends, reads the state, and has webhooks, by either kind of credentials'),
  async () => {
    const account = await stack.createAccount({ paired: false });
    phone = await pairPhone(stack.core, account, systemClock);
    await phone.switchOn();
    const url = `${stack.gateways[0]?.url}${smsgatePath}`;
    const run = (login: string) =>
      new Promise<unknown>((resolve, reject) => {
        const args = ['-c', program, login, account.key, url, '+15005550006'];
        execFile('python3', args, { env: pythonEnvironment, timeout: 60_000 }, (error, stdout, stderr) =>
          error ? reject(new Error(stderr)) : resolve(JSON.parse(stdout)),
        );
      });
    const others = [['sms:received'], 0, ['phone'], true];
    expect(await run('anybody')).toEqual(['Delivered', ['pyanybody'], ...others]);
    expect(await run('')).toEqual(['Delivered', ['pybearer', 'pyanybody'], ...others]);
  },
);
