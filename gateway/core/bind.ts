// Calls of the core by a method alone: one question, one answer, within a time.
import { create, type DescMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import type { RpcChannel } from './channel.ts';
import type { Method } from './wire.ts';

/** Returns what makes functions of methods. Each asks once and throws a Refusal; `usualMs` is how long it waits. */
export const binder =
  (channel: Pick<RpcChannel, 'unary'>, usualMs: number) =>
  <I extends DescMessage, O extends DescMessage>(method: Method<I, O>, timeoutMs = usualMs) =>
  (fields: MessageInitShape<I>): Promise<MessageShape<O>> =>
    channel.unary(method, create(method.input, fields), timeoutMs);
