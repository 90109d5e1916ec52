// A send that may repeat an earlier one under another client_ref, as a tool's call may. Only this process can mark its
// own requests this way; clients cannot.
import type { IncomingMessage } from 'node:http';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { accountOf, ofKeyAtDoor } from '../edge/app.ts';
import { admitNow } from '../keys/admit_now.ts';
import type { Services } from './route.ts';

export interface EarlierRefs {
  /** The client_refs that the first send may have had. */
  refs: readonly string[];
  /** Whether a text of that instant, in milliseconds, is the same one. */
  isSame: (createdAtMs: number) => boolean;
}

const named = new WeakMap<IncomingMessage, EarlierRefs>();

export const nameEarlierRefs = (request: IncomingMessage, earlier: EarlierRefs): void =>
  void named.set(request, earlier);

/**
 * Gives the text the client_ref of its first send, where there was one. The request at the door is then admitted, so that one
 * request is counted for both questions; nothing is done for a request that names no such refs.
 */
export async function takeEarlierRef(
  text: OutboundText,
  request: FastifyRequest,
  { core, ask }: Pick<Services, 'core' | 'ask'>,
  reply: FastifyReply,
): Promise<void> {
  const earlier = named.get(request.raw);
  if (!earlier) return;
  await admitNow(request, { core }, reply);
  Object.assign(text, ofKeyAtDoor(request));
  const asked = { accountId: accountOf(request), clientRefs: [...earlier.refs] };
  const { messages } = await ask(MessageService.method.listMessagesByRef, asked);
  const first = messages.find(
    ({ message }) => message?.createdAt && earlier.isSame(timestampMs(message.createdAt)),
  );
  if (first?.message?.clientRef !== undefined) text.clientRef = first.message.clientRef;
}
