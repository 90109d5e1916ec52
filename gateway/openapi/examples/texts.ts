// Examples about texts and conversations.
import type { Static } from 'typebox';
import { describeError } from '../../errors/error_body.ts';
import { UsageShape } from '../../resources/accounts/usage.ts';
import { EventShape, WaitingShape } from '../../resources/messages/event.ts';
import { MessageShape } from '../../resources/messages/message.ts';
import type { OutcomeShape } from '../../resources/messages/outcome.ts';
import { PreviewShape } from '../../resources/messages/preview.ts';
import type { SendMessageBody } from '../../schemas/bodies.ts';
import { exampleOf } from '../../schemas/example.ts';
import type { Examples } from '../types.ts';

type Message = Static<typeof MessageShape>;

export const delivered = exampleOf(MessageShape);
const queued: Message = { ...delivered, seq: 42, status: 'queued', sent_at: null, delivered_at: null };
const cancelled: Message = {
  ...queued,
  seq: 43,
  status: 'failed',
  error: 'cancelled: the account cancelled the text before it left',
};

export const reply: Message = {
  ...queued,
  id: 18,
  seq: 45,
  direction: 'in',
  body: 'Thank you!',
  client_ref: null,
  status: 'received',
  created_at: '2026-11-21T08:31:02.480Z',
};

const replied: Static<typeof OutcomeShape> = {
  state: 'reply',
  reply,
  id: delivered.id,
  since: reply.seq,
};

const usage = exampleOf(UsageShape);
const handedOver = exampleOf(EventShape);

const text: Static<typeof SendMessageBody> = {
  address: '+15005550006',
  body: 'Your parcel arrives today.',
};

export const texts: Readonly<Record<string, Examples>> = {
  sendMessage: {
    bodies: {
      short: { summary: 'A text.', value: text },
      repeatable: {
        summary: 'A text that can be repeated without being sent twice.',
        value: { ...text, client_ref: 'order-1042-shipped' },
      },
      later: {
        summary: 'A text for the next morning.',
        value: { ...text, client_ref: 'visit-81-reminder', send_at: '2026-11-22T09:00:00+01:00' },
      },
      ask: {
        summary: 'A question, whose reply is waited for.',
        value: {
          ...text,
          body: 'Is Tuesday fine?',
          client_ref: 'visit-81-question',
          wait_for: 'reply',
          wait: 25,
        },
      },
      dry: { summary: 'What would become of a text, which is not sent.', value: { ...text, dry_run: true } },
    },
    answers: {
      accepted: { summary: 'Accepted.', value: { message: queued, usage } },
      replied: {
        summary: 'With wait_for: the recipient has answered.',
        value: { message: delivered, usage, outcome: replied },
      },
      dry: {
        summary: 'A dry run: it would be accepted.',
        value: {
          dry_run: true,
          verdict: {
            ok: true,
            replayed: false,
            differs: false,
            error: null,
            code: null,
            next: null,
            retry_after: null,
            preview: exampleOf(PreviewShape),
          },
        },
      },
    },
  },
  listMessages: {
    answers: {
      news: {
        summary: 'A delivery and a reply.',
        value: { messages: [delivered, reply], next_since: 45, has_more: false },
      },
      nothing: {
        summary: 'Nothing new, also after the wait.',
        value: { messages: [], next_since: 45, has_more: false },
      },
    },
  },
  sendBatch: {
    bodies: {
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
    answers: {
      verdicts: {
        summary: 'One accepted, one refused.',
        value: {
          results: [
            {
              ok: true,
              message: queued,
              replayed: false,
              differs: false,
              error: null,
              code: null,
              next: null,
              retry_after: null,
            },
            {
              ok: false,
              replayed: false,
              differs: false,
              ...describeError('address is not a phone number that can be texted', 'invalid_address'),
              retry_after: null,
            },
          ],
        },
      },
    },
  },
  cancelMessage: {
    answers: { cancelled: { summary: 'It does not leave.', value: { message: cancelled } } },
  },
  listMessageEvents: {
    answers: {
      handedOver: {
        summary: 'It was handed over to a phone.',
        value: {
          events: [
            {
              ...handedOver,
              at: queued.created_at,
              kind: 'accepted',
              device_id: null,
              sim: null,
              meaning: 'the service has it, and it counts as one text',
              by: { label: 'parcels', hint: 'x7Qa', user: false },
            },
            handedOver,
          ],
          waiting_for: null,
        },
      },
      waits: { summary: 'It waits.', value: { events: [], waiting_for: exampleOf(WaitingShape) } },
    },
  },
  awaitOutcome: {
    answers: {
      reply: { summary: 'The recipient has answered.', value: { message: delivered, outcome: replied } },
      pending: {
        summary: 'Nothing yet: ask again with this since.',
        value: {
          message: delivered,
          outcome: { state: 'pending', id: delivered.id, since: queued.seq },
        },
      },
    },
  },
  cancelMessageByRef: {
    answers: { cancelled: { summary: 'It does not leave.', value: { message: cancelled } } },
  },
  listThreadMessages: {
    answers: {
      page: {
        summary: 'A conversation.',
        value: { address_norm: reply.address_norm, messages: [reply, delivered], next_before: null },
      },
    },
  },
};
