// A rolling upgrade with real processes: a core of an older version shares a database with this one, takes texts, and goes.
// Stops and starts that it took are obeyed once it is gone.
import { afterEach, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { bringVersion, hasCommit, versionBefore } from '../support/older_version.ts';
import { pairDevice } from '../support/pairing.ts';
import { startCoreProcess } from '../support/processes.ts';
import { RawAgent } from '../support/raw_agent.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const stopper = '+15005550006';
const returner = '+15005550007';

const isThere = hasCommit(versionBefore);

test.skipIf(!isThere)(
  `a stop that the older core took in is obeyed, and so is a start${isThere ? '' : ' (skipped: no such commit here)'}`,
  async () => {
    const version = bringVersion(versionBefore);
    ends.push(() => version.remove());
    const url = await createEmptyDatabase();
    const old = await startCoreProcess(url, {}, version.folder);
    ends.push(() => old.stop());
    const core = await startCoreProcess(url);
    ends.push(() => core.stop());
    const admin = operatorOf(core);
    const created = await admin.createAccount({ name: 'Test', country: 'US', exempt: true });
    const accountId = created.account?.id as bigint;
    const { token } = await pairDevice(core, admin, accountId);
    const messages = clientOf(MessageService, core);
    const send = async (address: string) => {
      const { results } = await messages.sendMessages({ texts: [{ accountId, address, body: 'hello' }] });
      const outcome = results[0]?.outcome;
      return outcome?.case === 'error' ? outcome.value.code : outcome?.case;
    };

    const agent = await RawAgent.linked(old, token);
    ends.push(() => agent.close());
    const texts = [
      [stopper, 'STOP'],
      [returner, 'STOP'],
      [returner, 'START'],
    ] as const;
    for (const [index, [address, body]] of texts.entries()) {
      agent.send({ case: 'inbound', value: { inboundId: `in-${index}`, address, body } });
      await agent.expect('inboundAck');
    }
    await agent.close();
    await old.stop();

    await until(async () => (await send(stopper)) === ErrorCode.OPTED_OUT);
    expect(await send(stopper)).toBe(ErrorCode.OPTED_OUT);
    expect(await send(returner)).toBe('accepted');
  },
  60_000,
);
