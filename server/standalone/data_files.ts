// The supervisor's own files in the data directory: how to reach the core, and how far the first start came.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../embedded/host/private_file.ts';
import { StartRefused } from './start_refused.ts';

/** The connection of the operator's command line; see cli/core/config.ts, which reads the file. */
export interface ConnectionFile {
  /** host:port of the core's gRPC listener. */
  core: string;
  /** host:port of its listener for devices. */
  device: string;
  serviceToken: string;
}

/** How far the first start came. Holds no secret. */
interface FirstStart {
  /** The first account, once it is there. */
  accountId?: string;
  /** True once a key was shown at the terminal. */
  isKeyShown?: boolean;
}

function readJson(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new StartRefused(`${path} cannot be read`);
  }
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw new StartRefused(`${path} is damaged: remove it, and the next start makes it again`);
  }
}

/** The id of the device that the agent's directory is paired as; undefined when it is not paired, or does not say. */
export function readPairedDevice(agentDir: string): bigint | undefined {
  const { deviceId } = readJson(join(agentDir, 'identity.json'));
  return typeof deviceId === 'string' && /^\d{1,18}$/.test(deviceId) ? BigInt(deviceId) : undefined;
}

/**
 * Leaves connection.json for the operator's command line, mode 0600, and answers the service token: the given one,
 * else the one that is there, else a new random one. Throws StartRefused.
 */
export function settleConnection(
  dataDir: string,
  addresses: Omit<ConnectionFile, 'serviceToken'>,
  given?: string,
) {
  const path = join(dataDir, 'connection.json');
  const found = readJson(path);
  const kept =
    typeof found.serviceToken === 'string' && found.serviceToken.length >= 16 ? found.serviceToken : null;
  const connection = { ...addresses, serviceToken: given ?? kept ?? randomBytes(32).toString('base64url') };
  const isSame = Object.entries(connection).every(([name, value]) => found[name] === value);
  if (!isSame) writePrivateFile(path, `${JSON.stringify(connection, undefined, 2)}\n`);
  return connection;
}

const firstStartPath = (dataDir: string) => join(dataDir, 'first_start.json');

/** Reads how far the first start came. Throws StartRefused when the file is damaged. */
export function readFirstStart(dataDir: string): FirstStart {
  const { accountId, isKeyShown } = readJson(firstStartPath(dataDir));
  return {
    ...(typeof accountId === 'string' && /^[1-9]\d{0,18}$/.test(accountId) && { accountId }),
    ...(isKeyShown === true && { isKeyShown }),
  };
}

export const writeFirstStart = (dataDir: string, state: FirstStart): void =>
  writePrivateFile(firstStartPath(dataDir), `${JSON.stringify(state)}\n`);
