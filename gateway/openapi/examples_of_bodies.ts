// What requests look like.
import type { Static } from 'typebox';
import type { ChangePlanBody, SendMessageBody } from '../schemas/bodies.ts';
import type { Example } from './types.ts';

const text: Static<typeof SendMessageBody> = {
  address: '+15005550006',
  body: 'Your parcel arrives today.',
};
const change: Static<typeof ChangePlanBody> = { plan: 'growth' };

const examples: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  sendMessage: {
    short: { summary: 'A text.', value: text },
    repeatable: {
      summary: 'A text that can be repeated without being sent twice.',
      value: { ...text, client_ref: 'order-1042-shipped' },
    },
    later: {
      summary: 'A text for the next morning.',
      value: { ...text, client_ref: 'visit-81-reminder', send_at: '2026-11-22T09:00:00+01:00' },
    },
    dry: { summary: 'What would become of a text, which is not sent.', value: { ...text, dry_run: true } },
  },
  sendBatch: {
    two: {
      summary: 'Two texts that can be repeated without being sent twice.',
      value: {
        texts: [
          { ...text, client_ref: 'news-7-ann' },
          { ...text, address: '+15005550009', client_ref: 'news-7-bob' },
        ],
      },
    },
  },
  importOptOuts: {
    list: {
      summary: 'Three recipients.',
      value: { csv: 'address\n+15005550006\n(500) 555-0007\n+15005550008\n' },
    },
  },
  setOptOutSettings: {
    german: {
      summary: 'A word and a confirmation in German.',
      value: { stop_words: ['abmelden'], stop_answer: 'Sie erhalten keine Nachrichten mehr von uns.' },
    },
  },
  setQuietHours: {
    night: {
      summary: 'Over night.',
      value: { time_zone: 'Europe/Berlin', from: '21:30', until: '07:00' },
    },
  },
  putConsumer: {
    end: { summary: 'At the feed’s end.', value: {} },
    seq: { summary: 'From a place in the feed.', value: { seq: 43 } },
  },
  ackConsumer: {
    page: {
      summary: 'A page was dealt with.',
      value: { seq: 45, lease: '0b6f6a1e-5d27-4a2c-9a53-4f1f0a3a3b1e' },
    },
  },
  resetConsumer: { instant: { summary: 'Back to an instant.', value: { at: '2026-11-21T08:00:00Z' } } },
  putWebhook: {
    replies: {
      summary: 'Received texts only.',
      value: { url: 'https://shop.example/texts', types: ['text.received'] },
    },
  },
  replayWebhook: { seq: { summary: 'From the beginning.', value: { seq: 0 } } },
  changePlan: { growth: { summary: 'A change of plan.', value: change } },
};

/** The examples of an operation's body. Throws for an operation without one. */
export function bodyExamples(id: string): Record<string, Example> {
  const found = examples[id];
  if (!found) throw new Error(`${id} has no example of its body`);
  return { ...found };
}
