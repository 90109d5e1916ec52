// What the gateway asks of the core in one call, by the method itself and within the usual time: all that the console's
// pages need, and opt-outs.
import type { DescMessage, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Limits } from '../limits.ts';
import { binder } from './bind.ts';
import type { RpcChannel } from './channel.ts';
import type { Method } from './wire.ts';

/** Asks one method. Throws a Refusal. `isPlan` waits as long as a payment provider may take. */
export type AskConsole = <I extends DescMessage, O extends DescMessage>(
  method: Method<I, O>,
  fields: MessageInitShape<I>,
  isPlan?: boolean,
) => Promise<MessageShape<O>>;

/** Binds the calls to the channel. */
export function createConsoleCore(
  channel: Pick<RpcChannel, 'unary'>,
  { readTimeoutMs, planTimeoutMs }: Pick<Limits, 'readTimeoutMs' | 'planTimeoutMs'>,
): AskConsole {
  const bind = binder(channel, readTimeoutMs);
  return (method, fields, isPlan = false) => bind(method, isPlan ? planTimeoutMs : readTimeoutMs)(fields);
}
