// Our deliveries, verified by the package standardwebhooks for Go, where this machine has it: npm run judges.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { clientOf, startTestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { buildGoJudge, hasGoPackages } from '../support/go_judges.ts';
import { testNeeding } from '../support/programs.ts';

testNeeding(
  hasGoPackages('./webhook'),
  'standardwebhooks for Go',
  'Go’s package takes what we deliver, and nothing that differs from it',
  async () => {
    const { program, end } = await buildGoJudge('webhook');
    const core = await startTestCore(await createDatabase());
    const judge = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(judge, 'exit');
    try {
      const said = createInterface({ input: judge.stdout })[Symbol.asyncIterator]();
      const { id: accountId } = await core.createAccount();
      const url = `http://127.0.0.1:${(await said.next()).value}/texts`;
      const put = { accountId, name: 'shop', url, types: [] };
      const { secret = '' } = await clientOf(SubscriptionService, core).putWebhook(put);
      judge.stdin.write(`${secret}\n`);
      const body = 'Grüße 😀';
      await core.messages.sendMessages({ texts: [{ accountId, address: '+15005550006', body }] });
      expect(JSON.parse((await said.next()).value ?? '')).toEqual([body, 'refused', 'refused']);
    } finally {
      judge.kill();
      await exited;
      await core.stop();
      end();
    }
  },
  120_000,
);
