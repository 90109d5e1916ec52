// The account, the key, the number and the pairing that a first start provides. Each step can be repeated: what an interrupted
// start has already made is found again.
import { Code, ConnectError } from '@connectrpc/connect';
import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import type { Operator } from '../cli/core_client/core_client.ts';
import { readFirstStart, readPairedDevice, writeFirstStart } from './data_files.ts';
import { StartRefused } from './start_refused.ts';

/** By this name an account is found that was made just before the start was interrupted. */
const firstAccountName = 'First account';

async function orRefuse<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new StartRefused(`${what}: ${ConnectError.from(error).rawMessage}`);
  }
}

/** The first account's id; the account is created if there is none. Throws StartRefused. */
export function settleAccount(operator: Operator, dataDir: string, country: string): Promise<bigint> {
  return orRefuse('the first account cannot be made', async () => {
    const state = readFirstStart(dataDir);
    if (state.accountId) return BigInt(state.accountId);
    const { accounts } = await operator.listAccounts({ limit: 500 });
    const account =
      accounts.find(({ name }) => name === firstAccountName) ??
      (await operator.createAccount({ name: firstAccountName, country, plan: 'growth' })).account;
    if (!account) throw new Error('the core’s answer has no account');
    writeFirstStart(dataDir, { ...state, accountId: String(account.id) });
    return account.id;
  });
}

/** The service's own device; undefined when its directory does not say which, or it is another account's. Throws StartRefused. */
async function findPhone(operator: Operator, agentDir: string, accountId: bigint) {
  const id = readPairedDevice(agentDir);
  if (id === undefined) return undefined;
  return orRefuse('the devices cannot be read', async () => {
    const { devices } = await operator.listDevices({ accountId, limit: 1, cursor: id - 1n });
    return devices.find((device) => device.id === id);
  });
}

/** Whether the service's own device was unpaired: by its people, or as a simulated one beside a real route. */
export const wasUnpaired = async (
  operator: Operator,
  agentDir: string,
  accountId: bigint,
): Promise<boolean> => (await findPhone(operator, agentDir, accountId))?.unpairedAt !== undefined;

/** A code that pairs the service's own device. Throws StartRefused. */
export const createCode = (operator: Operator, accountId: bigint): Promise<string> =>
  orRefuse('no pairing code can be made', async () => {
    const { code } = await operator.createPairingCode({ accountId, deviceName: 'Simulated phone' });
    return code;
  });

/**
 * A new key for the first account, or null when one was shown before. Call `markKeyShown` once it was. Throws
 * StartRefused.
 */
export async function createFirstKey(
  operator: Operator,
  dataDir: string,
  accountId: bigint,
): Promise<string | null> {
  if (readFirstStart(dataDir).isKeyShown) return null;
  return orRefuse('no key can be made', async () => {
    const { secret } = await operator.createKey({ accountId, label: 'first key' });
    return secret;
  });
}

/** A link by which the first person signs up and owns the account; null once there is one. Throws StartRefused. */
export const createFirstLink = (operator: Operator, accountId: bigint): Promise<string | null> =>
  orRefuse('no link for the first person can be made', async () => {
    const { link } = await operator.createFirstLink({ accountId });
    return link ?? null;
  });

/** The number of the simulated carrier that the first account starts with; no real one. */
const firstNumber = { carrier: 'simulated', number: '+15005550100' } as const;

/** How often, and how far apart in milliseconds, the service's phone is looked for until it has said that it is simulated. */
const looks = { most: 200, apartMs: 50 };

/**
 * Gives the first account its number at the first start; later it is the operator's. The phone has to say first that it is
 * simulated: until then it is taken for a real one. Returns whether the account has a number of that carrier. Throws
 * StartRefused.
 */
export function settleNumber(
  operator: Operator,
  { dataDir, agentDir }: { dataDir: string; agentDir: string },
  accountId: bigint,
  clock: Clock,
): Promise<boolean> {
  return orRefuse('no number can be given', async () => {
    if (!readFirstStart(dataDir).isKeyShown) {
      for (let look = 0; look < looks.most; look++) {
        if ((await findPhone(operator, agentDir, accountId))?.driver !== '') break;
        await pause(clock, looks.apartMs);
      }
      await operator.assignNumber({ accountId, ...firstNumber }).catch((error) => {
        // In a database that others start on as well, the number is the first one's, and the account may have a real route.
        if (ConnectError.from(error).code !== Code.InvalidArgument) throw error;
      });
    }
    const { numbers } = await operator.listAllNumbers({ account: accountId, limit: 500 });
    return numbers.some(({ carrier }) => carrier === firstNumber.carrier);
  });
}

export const markKeyShown = (dataDir: string): void =>
  writeFirstStart(dataDir, { ...readFirstStart(dataDir), isKeyShown: true });
