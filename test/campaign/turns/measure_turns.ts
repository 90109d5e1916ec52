// Asks the largest legal and illegal requests of every operation, one after the other, of a core, a gateway and a hub that run as
// processes of their own, and prints the turns of their event loops that take too long: while one lasts, nobody else is served.
import { join } from 'node:path';
import { requestsInOrder } from '../../contract/in_order.ts';
import { operatorOf, type TestAccount } from '../../support/core.ts';
import { Interface } from '../../support/described/interface.ts';
import { startThrowAway } from '../../support/embedded.ts';
import { type Ask, sendRequest } from '../../support/http_client.ts';
import { pairDevice } from '../../support/pairing.ts';
import { startCoreProcess, startGatewayProcess } from '../../support/processes.ts';
import { send } from '../../support/send_large.ts';
import { pause } from '../timeline.ts';
import { startHubProcess } from './hub_of_turns.ts';
import { bodySizes, illegalBodies, type LargeAsk, legalBodies, plainBody } from './large_bodies.ts';
import { largeFiles } from './large_files.ts';
import { metered, readTurns, type Turn } from './turn_log.ts';

/** The longest turn that is right, in milliseconds of processor time. */
const mostMs = 50;
/** So that a turn that ends an answer is written before the next request begins. */
const betweenMs = 12;
/** What is asked before anything counts: code that runs for the first time is compiled. */
const warmUps = 3;

interface LongTurn extends Turn {
  what: string;
}

/** Returns how many turns took too long. Prints each. */
export async function measureTurns(directory: string, say: (line: string) => void): Promise<number> {
  const files = Object.fromEntries(
    ['core', 'gateway', 'hub'].map((name) => [name, join(directory, `${name}.turns`)]),
  ) as Record<'core' | 'gateway' | 'hub', string>;
  const database = await startThrowAway();
  const core = await startCoreProcess(database.url, { LOG_LEVEL: 'warn', ...metered(files.core) });
  const gateway = await startGatewayProcess([core], {
    LOG_LEVEL: 'warn',
    TEXTRELAY_GATEWAY_TRUSTED_PROXIES: '127.0.0.1/32',
    TEXTRELAY_GATEWAY_TWILIO: 'on',
    TEXTRELAY_GATEWAY_SMSGATE: 'on',
    ...metered(files.gateway),
  });
  const admin = operatorOf(core);
  const createKey = async ({ id }: Pick<TestAccount, 'id'>) =>
    (await admin.createKey({ accountId: id })).secret;
  const createAccount = async (): Promise<TestAccount> => {
    const { account } = await admin.createAccount({
      name: 'Large',
      country: 'US',
      plan: 'pro',
      exempt: false,
    });
    const id = account?.id as bigint;
    const { token } = await pairDevice(core, admin, id);
    return { id, key: (await admin.createKey({ accountId: id })).secret, deviceToken: token };
  };
  const account = await createAccount();
  const hub = await startHubProcess({
    directory,
    core,
    environment: metered(files.hub),
    createCode: async () => (await admin.createPairingCode({ accountId: account.id })).code,
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const long: LongTurn[] = [];
  const statuses = new Map<number, number>();
  let asked = 0;
  let key = account.key;

  /** Asks, and keeps the long turns of all processes meanwhile. */
  async function measure(at: string, what: string, ask: Ask): Promise<void> {
    const startedMs = Date.now();
    // Each from an address of its own, so that what one of them may ask is no bound here.
    const address = `198.51.${asked >> 8}.${asked++ & 255}`;
    const headers = { ...ask.headers, 'x-forwarded-for': address };
    const once = () => send(at, { ...ask, ...(ask.key !== undefined && { key }), headers });
    let status = await once();
    // What a key may ask in a minute is no bound here either.
    if (status === 429) {
      key = await createKey(account);
      status = await once();
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 0 || status === 429 || status >= 500) say(`  ${status || 'no answer'}  ${what}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await pause(betweenMs);
    for (const [process, file] of Object.entries(files))
      for (const turn of readTurns(process, file))
        if (turn.endedMs >= startedMs && turn.tookMs > mostMs) {
          long.push({ ...turn, what });
          say(
            `  ${turn.tookMs.toFixed(0).padStart(6)} ms  ${process.padEnd(8)} ${status || 'no answer'}  ${what}`,
          );
        }
  }

  try {
    const described = await Interface.of(url);
    const stack = {
      databaseUrl: database.url,
      ask: (ask: Ask) => sendRequest(url, ask),
      createKey,
    };
    const inOrder = await requestsInOrder(stack, account);
    const withKey = ({ what, ask }: LargeAsk): LargeAsk => ({ what, ask: { key: account.key, ...ask } });
    for (let round = 0; round < 2; round++)
      for (const { what, ask } of largeFiles()) {
        // The first round compiles, and what it left is what the second one lists.
        if (round === 0) await send(url, withKey({ what, ask }).ask);
        else await measure(url, what, withKey({ what, ask }).ask);
      }
    for (const operation of [...described.operations, ...described.consoleOperations]) {
      const ask = await inOrder(operation);
      for (let time = 0; time < warmUps; time++) await send(url, ask);
      await measure(url, `${operation.id}: in order`, ask);
      if (ask.body === undefined) continue;
      for (const bytes of bodySizes) {
        // What is too large is refused unread.
        if ((await send(url, { ...ask, body: plainBody(bytes - 100) })) === 413) break;
        const room = `${operation.id}, ${bytes / 1_024} KiB`;
        for (const { what, ask: large } of legalBodies(operation, ask, bytes))
          await measure(url, `${room}: ${what}`, large);
        for (const { what, ask: large } of illegalBodies(operation, ask, bytes))
          await measure(url, `${room}: ${what}`, large);
      }
    }
    for (const { what, ask } of hub.asks()) await measure(hub.url, `hub: ${what}`, ask);
    say(`${[...statuses].map(([status, count]) => `${count} times ${status || 'no answer'}`).join(', ')}`);
    say(`${long.length} turns took longer than ${mostMs} ms`);
    return long.length;
  } finally {
    await hub.stop();
    await gateway.stop();
    await core.stop();
    await database.stop();
  }
}
