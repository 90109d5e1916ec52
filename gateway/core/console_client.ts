// What the gateway asks of the core in one call, by the method itself and within the usual time: all that the console's
// pages need, and opt-outs.
import { create, type DescMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import type { Limits } from '../limits.ts';
import type { RpcChannel } from './channel.ts';
import type { Method } from './wire.ts';

/** Asks one method. Throws a Refusal. `isPlan` waits as long as a payment provider may take. */
export type AskConsole = <I extends DescMessage, O extends DescMessage>(
  method: Method<I, O>,
  fields: MessageInitShape<I>,
  isPlan?: boolean,
) => Promise<MessageShape<O>>;

/** Binds the calls to the channel. */
export const createConsoleCore =
  (
    channel: Pick<RpcChannel, 'unary'>,
    { readTimeoutMs, planTimeoutMs }: Pick<Limits, 'readTimeoutMs' | 'planTimeoutMs'>,
  ): AskConsole =>
  (method, fields, isPlan = false) =>
    channel.unary<typeof method.input, typeof method.output>(
      method,
      create(method.input, fields),
      isPlan ? planTimeoutMs : readTimeoutMs,
    );
