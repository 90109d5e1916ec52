// A field of a text is the same wherever the public reads it: over REST, in a webhook's event and in the file of the log.
import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { MessageShape, renderMessage } from '../../gateway/resources/messages/message.ts';
import { columns } from '../../gateway/routes/messages/text_log.ts';
import { MessageSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { toMessage } from '../../server/rpc/services/messages/message_proto.ts';
import type { Message } from '../../server/store/messages/message_fields.ts';
import { eventOf } from '../../server/webhooks/event.ts';
import { shownEvent } from '../../server/webhooks/formats/standard.ts';

const atMs = Date.UTC(2026, 10, 21, 8, 30, 15, 7);
const full: Message = {
  ...{ accountId: 7n, id: 17n, seq: 42n, direction: 'out', address: '(555) 123-4567' },
  ...{ addressNorm: '+15551234567', body: 'hello', segments: 2, encoding: 'ucs2', clientRef: 'ref' },
  ...{ sender: 'desk', status: 'delivered', route: 'gateway', error: 'a_code: why', keyword: 'stop' },
  ...{ createdAtMs: atMs, sendAtMs: atMs + 1, sentAtMs: atMs + 2, deliveredAtMs: atMs + 3 },
  awaiting: null,
  bodyRemovedAtMs: atMs + 4,
};
const bare: Message = {
  ...full,
  ...{ error: null, keyword: null, clientRef: null, sender: null },
  ...{ sendAtMs: null, sentAtMs: null, deliveredAtMs: null, bodyRemovedAtMs: null },
};

const variants: Record<string, Partial<Message>[]> = {
  direction: [{ direction: 'out' }, { direction: 'in' }],
  encoding: [{ encoding: 'gsm7' }, { encoding: 'ucs2' }],
  route: [{ route: 'device' }, { route: 'gateway' }],
  keyword: (['stop', 'start', 'help', 'maybe_stop'] as const).map((keyword) => ({ keyword })),
  status: (['queued', 'sending', 'sent', 'delivered', 'received', 'failed'] as const).map((status) => ({
    status,
  })),
  awaiting: [{ status: 'queued', awaiting: 'approval' }],
};

const overRest = (message: Message) => renderMessage(create(MessageSchema, toMessage(message)));
const unshown = {
  ...{ identity: null, statusCallback: null, ownNumber: null },
  ...{ deviceId: null, sim: null, steps: null },
};
const inEvent = (message: Message, withBody = true) =>
  shownEvent(eventOf({ ...message, ...unshown }), withBody).data;
const names = Object.keys(MessageShape.properties).sort();

const texts: Record<string, Message> = {
  'with every field': full,
  'with nothing where nothing need be': bare,
};
for (const [name, all] of Object.entries(variants))
  for (const variant of all) texts[`${name} ${Object.values(variant)}`] = { ...full, ...variant };

describe('an event', () => {
  test.each(Object.entries(texts))('shows a text as REST does: %s', (_, message) => {
    expect(Object.keys(inEvent(message)).sort()).toEqual(names);
    expect(inEvent(message)).toEqual(overRest(message));
  });

  test('has all of it but the words where the endpoint must not see them', () => {
    const { body: _, ...rest } = overRest(full);
    expect(inEvent(full, false)).toEqual(rest);
  });
});

test('the file of the log has a column for every field', () => {
  expect(columns).toEqual(expect.arrayContaining(names));
});
