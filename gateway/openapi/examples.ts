// One success of each endpoint, as a reader sees it first. Tests hold each against its schema and the real thing.
import type { Static } from 'typebox';
import type { AccountShape, MessageShape, TierShape, UsageShape } from '../schemas/resources.ts';
import type { Example } from './types.ts';

const sent: Static<typeof MessageShape> = {
  id: 17,
  seq: 42,
  direction: 'out',
  address: '+15005550006',
  address_norm: '+15005550006',
  body: 'Your parcel arrives today.',
  status: 'queued',
  route: 'device',
  error: null,
  created_at: '2026-11-21T08:30:15.007Z',
  sent_at: null,
  delivered_at: null,
  segments: 1,
  encoding: 'gsm7',
  client_ref: 'parcel-2231',
};

const delivered: Static<typeof MessageShape> = {
  ...sent,
  seq: 44,
  status: 'delivered',
  sent_at: '2026-11-21T08:30:15.912Z',
  delivered_at: '2026-11-21T08:30:17.260Z',
};

const reply: Static<typeof MessageShape> = {
  ...sent,
  id: 18,
  seq: 45,
  direction: 'in',
  body: 'Thank you!',
  client_ref: null,
  status: 'received',
  created_at: '2026-11-21T08:31:02.480Z',
};

const usage: Static<typeof UsageShape> = {
  plan: 'starter',
  subscription_status: 'active',
  can_send: true,
  reason: 'ok',
  texts_used: 17,
  texts_cap: 500,
  texts_remaining: 483,
  unlimited: false,
  period: 'calendar_month_utc',
  resets_at: '2026-12-01T00:00:00.000Z',
};

const account: Static<typeof AccountShape> = {
  id: 4820153377,
  name: 'My shop',
  plan: 'starter',
  subscription_status: 'active',
  linked_at: null,
};

const tier: Static<typeof TierShape> = {
  plan: 'starter',
  name: 'Starter',
  texts_cap: 500,
  price_cents: 900,
  currency: 'usd',
  interval: 'month',
};

const grown = { ...usage, plan: 'growth', texts_cap: 2500, texts_remaining: 2483 };

const examples: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  sendMessage: { accepted: { summary: 'Accepted.', value: { message: sent, usage } } },
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
  listThreads: {
    page: {
      summary: 'One conversation.',
      value: {
        threads: [
          {
            address: reply.address,
            address_norm: reply.address_norm,
            last_message: reply,
            message_count: 2,
            updated_at: reply.created_at,
          },
        ],
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
  getMe: { account: { summary: 'The key’s account.', value: { account, usage, tiers: [tier] } } },
  getUsage: { usage: { summary: 'A plan with a cap.', value: usage } },
  listAccounts: {
    own: { summary: 'Of an account key.', value: { accounts: [account] } },
    linked: {
      summary: 'Of a platform key.',
      value: { accounts: [{ ...account, linked_at: '2026-10-02T12:00:00.000Z' }] },
    },
  },
  listTiers: { tiers: { summary: 'The tiers.', value: { tiers: [tier] } } },
  changePlan: {
    switched: {
      summary: 'A live subscription was switched.',
      value: {
        ok: true,
        plan: 'growth',
        applied: true,
        changed: true,
        method: 'subscription_updated',
        detail: 'the subscription was switched; the new cap applies now',
        usage: grown,
      },
    },
    already: {
      summary: 'The account is on the plan already.',
      value: {
        ok: true,
        plan: 'starter',
        applied: true,
        changed: false,
        method: 'subscription_updated',
        detail: 'the account is on this plan already',
        usage,
      },
    },
    checkout: {
      summary: 'There is no live subscription: a person has to pay.',
      value: {
        ok: true,
        plan: 'growth',
        applied: false,
        changed: false,
        method: 'checkout',
        checkout_url: 'https://texts.example/checkout/c_8fk2',
        detail: 'nothing has changed yet: complete the payment at checkout_url',
        usage: { ...usage, plan: null, subscription_status: null, can_send: false, reason: 'no_plan' },
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
