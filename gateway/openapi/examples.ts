// One success of each endpoint, as a reader sees it first. Tests hold each against its schema and the real thing.
import { exampleAccount, exampleTier } from '../schemas/resources/account.ts';
import { exampleConsumer } from '../schemas/resources/consumer.ts';
import { exampleEvent, exampleWaiting } from '../schemas/resources/event.ts';
import { exampleMessage } from '../schemas/resources/message.ts';
import { exampleOptOut, exampleSettings } from '../schemas/resources/opt_out.ts';
import { examplePlanResult } from '../schemas/resources/plan_result.ts';
import { examplePreview } from '../schemas/resources/preview.ts';
import { exampleQuietHours } from '../schemas/resources/quiet_hours.ts';
import { exampleThread } from '../schemas/resources/thread.ts';
import { exampleUsage } from '../schemas/resources/usage.ts';
import { exampleAttempt, exampleWebhook, exampleWebhookTest } from '../schemas/resources/webhook.ts';
import type { Example } from './types.ts';

const delivered: typeof exampleMessage = {
  ...exampleMessage,
  seq: 44,
  status: 'delivered',
  sent_at: '2026-11-21T08:30:15.912Z',
  delivered_at: '2026-11-21T08:30:17.260Z',
};

const cancelled: typeof exampleMessage = {
  ...exampleMessage,
  seq: 43,
  status: 'failed',
  error: 'cancelled: the account cancelled the text before it left',
};

const reply: typeof exampleMessage = {
  ...exampleMessage,
  id: 18,
  seq: 45,
  direction: 'in',
  body: 'Thank you!',
  client_ref: null,
  status: 'received',
  created_at: '2026-11-21T08:31:02.480Z',
};

const examples: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  sendMessage: {
    accepted: { summary: 'Accepted.', value: { message: exampleMessage, usage: exampleUsage } },
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
          retry_after: null,
          preview: examplePreview,
        },
      },
    },
  },
  listMessages: {
    news: {
      summary: 'A delivery and a reply.',
      value: { messages: [delivered, reply], next_since: 45, has_more: false },
    },
    nothing: {
      summary: 'Nothing new, also after the wait.',
      value: { messages: [], next_since: 45, has_more: false },
    },
  },
  getMessage: { delivered: { summary: 'A delivered text.', value: { message: delivered } } },
  sendBatch: {
    verdicts: {
      summary: 'One accepted, one refused.',
      value: {
        results: [
          {
            ok: true,
            message: exampleMessage,
            replayed: false,
            differs: false,
            error: null,
            code: null,
            retry_after: null,
          },
          {
            ok: false,
            replayed: false,
            differs: false,
            error: 'address is not a phone number that can be texted',
            code: 'invalid_address',
            retry_after: null,
          },
        ],
      },
    },
  },
  cancelMessage: { cancelled: { summary: 'It does not leave.', value: { message: cancelled } } },
  listMessageEvents: {
    handedOver: {
      summary: 'It was handed over to a phone.',
      value: {
        events: [
          {
            ...exampleEvent,
            at: exampleMessage.created_at,
            kind: 'accepted',
            device_id: null,
            sim: null,
            meaning: 'the service has it, and it counts as one text',
            by: { label: 'parcels', hint: 'x7Qa', person: false },
          },
          exampleEvent,
        ],
        waiting_for: null,
      },
    },
    waits: { summary: 'It waits.', value: { events: [], waiting_for: exampleWaiting } },
  },
  cancelMessageByRef: { cancelled: { summary: 'It does not leave.', value: { message: cancelled } } },
  listThreads: {
    page: {
      summary: 'One conversation.',
      value: {
        threads: [{ ...exampleThread, last_message: reply, updated_at: reply.created_at }],
        next_cursor: null,
      },
    },
  },
  listThreadMessages: {
    page: {
      summary: 'A conversation.',
      value: { address_norm: reply.address_norm, messages: [reply, delivered], next_before: null },
    },
  },
  listOptOuts: {
    page: { summary: 'One who wrote STOP.', value: { opt_outs: [exampleOptOut], next_cursor: null } },
  },
  addOptOut: {
    added: {
      summary: 'It was added.',
      value: { opt_out: { ...exampleOptOut, source: 'api', message_id: null } },
    },
  },
  removeOptOut: { removed: { summary: 'As it was.', value: { opt_out: exampleOptOut } } },
  exportOptOuts: {
    file: {
      summary: 'The file.',
      value: 'address,since,source\r\n"\'+15005550006","2026-11-21T08:31:02.480Z","keyword"\r\n',
    },
  },
  importOptOuts: {
    imported: {
      summary: 'A file with a line that is no number.',
      value: {
        added: 2,
        known: 1,
        faulty: [{ line: 3, error: 'address is not a phone number that can be texted' }],
      },
    },
  },
  getOptOutSettings: { settings: { summary: 'The settings.', value: exampleSettings } },
  setOptOutSettings: { settings: { summary: 'As they are kept.', value: exampleSettings } },
  getQuietHours: { hours: { summary: 'At night.', value: { quiet_hours: exampleQuietHours } } },
  setQuietHours: {
    hours: { summary: 'As they are kept.', value: { quiet_hours: exampleQuietHours } },
  },
  clearQuietHours: { none: { summary: 'None any more.', value: { quiet_hours: null } } },
  listConsumers: { one: { summary: 'One consumer.', value: { consumers: [exampleConsumer] } } },
  putConsumer: { made: { summary: 'The consumer.', value: { consumer: exampleConsumer } } },
  getConsumer: { found: { summary: 'The consumer.', value: { consumer: exampleConsumer } } },
  deleteConsumer: { gone: { summary: 'It is gone.', value: { ok: true } } },
  readConsumer: {
    news: {
      summary: 'A delivery and a reply.',
      value: {
        messages: [delivered, reply],
        next_since: 45,
        has_more: false,
        lease: '0b6f6a1e-5d27-4a2c-9a53-4f1f0a3a3b1e',
      },
    },
  },
  ackConsumer: {
    moved: { summary: 'It moved.', value: { consumer: { ...exampleConsumer, cursor: 45, behind: 0 } } },
  },
  resetConsumer: {
    back: { summary: 'It went back.', value: { consumer: { ...exampleConsumer, cursor: 0, behind: 45 } } },
  },
  listWebhooks: { one: { summary: 'One webhook.', value: { webhooks: [exampleWebhook] } } },
  putWebhook: {
    made: {
      summary: 'A new one.',
      value: { webhook: exampleWebhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
    },
    changed: { summary: 'An old one.', value: { webhook: exampleWebhook } },
  },
  getWebhook: { found: { summary: 'The webhook.', value: { webhook: exampleWebhook } } },
  deleteWebhook: { gone: { summary: 'It is gone.', value: { ok: true } } },
  listWebhookAttempts: { one: { summary: 'One attempt.', value: { attempts: [exampleAttempt] } } },
  rotateWebhook: {
    rotated: {
      summary: 'The new secret.',
      value: {
        webhook: { ...exampleWebhook, previous_secret_until: '2026-11-22T08:31:02.900Z' },
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
      },
    },
  },
  testWebhook: { taken: { summary: 'It was acknowledged.', value: exampleWebhookTest } },
  replayWebhook: {
    back: { summary: 'It begins anew.', value: { webhook: { ...exampleWebhook, cursor: 0, behind: 45 } } },
  },
  enableWebhook: { active: { summary: 'It is active.', value: { webhook: exampleWebhook } } },
  disableWebhook: {
    disabled: {
      summary: 'It is disabled.',
      value: {
        webhook: { ...exampleWebhook, disabled_reason: 'asked', disabled_at: '2026-11-21T09:00:00.000Z' },
      },
    },
  },
  getMe: {
    account: {
      summary: 'The key’s account.',
      value: { account: exampleAccount, usage: exampleUsage, tiers: [exampleTier] },
    },
  },
  getUsage: { usage: { summary: 'A plan with a cap.', value: exampleUsage } },
  listAccounts: {
    own: { summary: 'Of an account key.', value: { accounts: [exampleAccount] } },
    linked: {
      summary: 'Of a platform key.',
      value: { accounts: [{ ...exampleAccount, linked_at: '2026-10-02T12:00:00.000Z' }] },
    },
  },
  listTiers: { tiers: { summary: 'The tiers.', value: { tiers: [exampleTier] } } },
  changePlan: {
    switched: {
      summary: 'A live subscription was switched.',
      value: examplePlanResult,
    },
    already: {
      summary: 'The account is on the plan already.',
      value: {
        ...examplePlanResult,
        plan: 'starter',
        changed: false,
        detail: 'the account is on this plan already',
        usage: exampleUsage,
      },
    },
    checkout: {
      summary: 'There is no live subscription: a person has to pay.',
      value: {
        ...examplePlanResult,
        applied: false,
        changed: false,
        method: 'checkout',
        checkout_url: 'https://texts.example/checkout/c_8fk2',
        detail: 'nothing has changed yet: complete the payment at checkout_url',
        usage: { ...exampleUsage, plan: null, subscription_status: null, can_send: false, reason: 'no_plan' },
      },
    },
  },
  getIndex: {
    index: {
      summary: 'The index, shortened.',
      value: {
        name: 'Textrelay',
        version: '1.2.0',
        openapi: '/api/v1/openapi.json',
        guide: '/llms.txt',
        endpoints: [
          {
            method: 'GET',
            path: '/api/v1/messages/{id}',
            auth: 'account_key',
            summary: 'Read one text.',
          },
        ],
      },
    },
  },
  getDocument: {
    document: {
      summary: 'This document, shortened.',
      value: { openapi: '3.0.3', info: { version: '1.2.0' }, paths: {}, components: {} },
    },
  },
  getGuide: { guide: { summary: 'The guide, shortened.', value: '# Textrelay\n' } },
};

/** The examples of an operation's success. Throws for an operation without one. */
export function successExamples(id: string): Record<string, Example> {
  const found = examples[id];
  if (!found) throw new Error(`${id} has no example`);
  return { ...found };
}
