// The texts of messages. A message is no row of its own: its texts are found by the series of their client_refs.
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { readRef, seriesOf } from '../../runtime/interfaces/smsgate_words.ts';
import type { Reader } from '../edge/app.ts';
import { unavailable } from '../errors/errors.ts';
import type { Services } from '../interface/route.ts';
import { missing } from '../schemas/resource.ts';

/** Texts by the ids of their messages, in their order; those of no message are left out. */
function byMessage(texts: readonly Message[]): Map<string, Message[]> {
  const groups = new Map<string, Message[]>();
  for (const text of texts) {
    const id = readRef(text.clientRef)?.id;
    if (id === undefined) continue;
    const group = groups.get(id);
    if (group) group.push(text);
    else groups.set(id, [text]);
  }
  return groups;
}

/** The texts of up to 100 messages, without those that are known. */
export async function readSeries(
  reader: Reader,
  ids: readonly string[],
  { ask }: Pick<Services, 'ask'>,
  known: readonly Message[] = [],
): Promise<Map<string, Message[]>> {
  const found: Message[] = [];
  const knownIds = known.map(({ id }) => id);
  for (let from = 0; from < ids.length; ) {
    const series = ids.slice(from).map(seriesOf);
    const asked = { ...reader, series, knownIds };
    const { messages, answered } = await ask(MessageService.method.listMessagesByRef, asked);
    if (answered === 0) throw unavailable();
    found.push(...messages.map(({ message }) => message ?? missing()));
    from += answered;
  }
  return byMessage(found);
}
