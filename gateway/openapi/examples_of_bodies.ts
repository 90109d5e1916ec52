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
  changePlan: { growth: { summary: 'A change of plan.', value: change } },
};

/** The examples of an operation's body. Throws for an operation without one. */
export function bodyExamples(id: string): Record<string, Example> {
  const found = examples[id];
  if (!found) throw new Error(`${id} has no example of its body`);
  return { ...found };
}
