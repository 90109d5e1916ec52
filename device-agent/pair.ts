// Pairing: trades a one-time code for the device's token and keeps it. Neither code nor token is ever printed.
import { type CallOptions, type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { ErrorDetailSchema } from '../proto/gen/textrelay/v1/error_pb.ts';
import { PairingService } from '../proto/gen/textrelay/v1/pairing_service_pb.ts';
import { AgentError } from './agent_error.ts';
import { lockDir } from './home/dir_lock.ts';
import { type Identity, writeIdentity } from './home/identity.ts';
import { attemptIn, forgetAttempt } from './home/pairing_attempt.ts';
import { troubleOf } from './net_trouble.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
const maxCodeChars = 100;
const maxNameChars = 100;

/**
 * Pairs the device in `dir` with the account that made the code, and writes identity.json. `name` is the device's
 * name when the operator gave none. Throws an AgentError: a bad URL, a wrong code, a core that does not answer.
 */
export async function pairDevice(dir: string, url: string, code: string, name: string): Promise<Identity> {
  const origin = readOrigin(url);
  if (code.length < 1 || code.length > maxCodeChars) throw new AgentError('the code is not a pairing code');
  if (Array.from(name).length > maxNameChars) throw new AgentError('the name has more than 100 characters');
  // Taken before the code is spent, and shown to be writable by it.
  const lock = lockDir(dir);
  if (lock === undefined) throw new AgentError(`an agent is running in ${dir}; stop it first`);
  try {
    const identity = await redeemCode({ baseUrl: origin, code, attempt: attemptIn(dir) }, name);
    writeIdentity(dir, identity);
    forgetAttempt(dir);
    return identity;
  } catch (error) {
    throw error instanceof ConnectError ? new AgentError(describeRefusal(error, origin)) : error;
  } finally {
    lock.release();
  }
}

/** An attempt to trade a code at the core whose origin is `baseUrl`. */
interface Attempt {
  baseUrl: string;
  code: string;
  /** A secret: with the same one, the code is answered again although an answer was lost. */
  attempt: string;
  /** The address that the attempt counts for, where it is not this machine's. */
  address?: string;
}

type PairingCalls = Client<typeof PairingService>;

/** Calls the core. Throws a ConnectError. */
async function ask<T>(
  { baseUrl, address }: Attempt,
  call: (core: PairingCalls, options: CallOptions) => Promise<T>,
): Promise<T> {
  const transport = createConnectTransport({
    baseUrl,
    httpVersion: '1.1',
    defaultTimeoutMs: timeoutMs,
    readMaxBytes: maxAnswerBytes,
  });
  const headers: Record<string, string> = address === undefined ? {} : { 'x-forwarded-for': address };
  try {
    return await call(createClient(PairingService, transport), { headers });
  } catch (error) {
    throw ConnectError.from(error);
  }
}

/** Trades a code. Throws a ConnectError. */
export async function redeemCode(of: Attempt, deviceName: string): Promise<Identity> {
  const { baseUrl, code, attempt } = of;
  const { deviceId, accountName, token } = await ask(of, (core, options) =>
    core.pairDevice({ code, deviceName, attempt }, options),
  );
  return { url: baseUrl, deviceId: String(deviceId), accountName, token };
}

/** The id of the account that a code would pair with; it is not traded. Throws a ConnectError. */
export async function accountOfCode(of: Attempt): Promise<string> {
  const { code, attempt } = of;
  const { accountId } = await ask(of, (core, options) => core.getPairingCode({ code, attempt }, options));
  return String(accountId);
}

/** Whether the core itself says that nothing is to be had for this code, rather than something on the way to it. */
export const isWrongCode = (error: ConnectError): boolean =>
  error.code === Code.NotFound && error.findDetails(ErrorDetailSchema).length > 0;

function describeRefusal(error: ConnectError, origin: string): string {
  switch (error.code) {
    case Code.NotFound:
      // A web server that has no such page answers the same status; the core says it with its own detail.
      return isWrongCode(error)
        ? 'the code is wrong, used or expired; get a new one'
        : notTheListener(origin);
    case Code.ResourceExhausted:
      return 'too many wrong codes; wait a while and get a new one';
    case Code.InvalidArgument:
      return 'the code is not a pairing code';
    case Code.Unimplemented:
      return notTheListener(origin);
    case Code.DeadlineExceeded:
      return `cannot reach ${origin}: no answer within ${timeoutMs / 1_000} seconds`;
    default:
      return `cannot reach ${origin}: ${causeOf(error)}`;
  }
}

const notTheListener = (origin: string) =>
  `${origin} is not a device listener of the core, and the code is good still: the gateway's address is another. The device listener is where the core's TEXTRELAY_DEVICE_LISTEN says, usually port 4200`;

function causeOf(error: ConnectError): string {
  const { cause } = error;
  if (!(cause instanceof Error && 'code' in cause)) return Code[error.code] ?? 'no answer';
  const { detail, advice } = troubleOf(String(cause.code));
  return `${detail}. ${advice}`;
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  const http = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !http || url.username !== '' || url.pathname !== '/') {
    throw new AgentError(
      "URL must be that of the core's device listener, such as https://texts.example:4200",
    );
  }
  return url.origin;
}
