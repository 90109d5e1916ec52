// A core, a gateway and a hub as processes of their own that write down their long turns, on a throw-away database, with one account.
import { join } from 'node:path';
import { operatorOf, type TestAccount } from '../../support/core.ts';
import { startThrowAway } from '../../support/embedded.ts';
import { pairDevice } from '../../support/pairing.ts';
import { startCoreProcess, startGatewayProcess } from '../../support/processes.ts';
import { startHubProcess } from './hub_of_turns.ts';
import { metered } from './turn_log.ts';

/** Starts all of it. The gateway believes what a request says of its address. */
export async function startTurnsWorld(directory: string) {
  const fileOf = (name: string) => join(directory, `${name}.turns`);
  const database = await startThrowAway();
  const core = await startCoreProcess(database.url, { LOG_LEVEL: 'warn', ...metered(fileOf('core')) });
  const gateway = await startGatewayProcess([core], {
    LOG_LEVEL: 'warn',
    TEXTRELAY_GATEWAY_TRUSTED_PROXIES: '127.0.0.1/32',
    TEXTRELAY_GATEWAY_TWILIO: 'on',
    TEXTRELAY_GATEWAY_SMSGATE: 'on',
    ...metered(fileOf('gateway')),
  });
  const admin = operatorOf(core);
  const created = await admin.createAccount({ name: 'Large', country: 'US', plan: 'pro', exempt: false });
  const accountId = created.account?.id as bigint;
  const createKey = async () => (await admin.createKey({ accountId })).secret;
  const { token } = await pairDevice(core, admin, accountId);
  const account: TestAccount = { id: accountId, key: await createKey(), deviceToken: token };
  const hub = await startHubProcess({
    directory,
    core,
    environment: metered(fileOf('hub')),
    createCode: async () => (await admin.createPairingCode({ accountId })).code,
  });
  return {
    databaseUrl: database.url,
    url: `http://127.0.0.1:${gateway.port}`,
    hub,
    account,
    createKey,
    /** Where each process writes its turns. */
    files: ['core', 'gateway', 'hub'].map((name) => [name, fileOf(name)] as const),
    async stop() {
      await hub.stop();
      await gateway.stop();
      await core.stop();
      await database.stop();
    },
  };
}
