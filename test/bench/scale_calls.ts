// What people and programs ask of an account, as the core asks it of the database: each call by its name.

import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { createAccounts } from '../../server/app/accounts/accounts.ts';
import { createReadOverview } from '../../server/app/accounts/overview.ts';
import { createReadStats } from '../../server/app/accounts/stats.ts';
import { createSearch } from '../../server/app/contacts/search.ts';
import { createConversations, type Filter } from '../../server/app/conversations/conversations.ts';
import { createAccountDevices } from '../../server/app/devices/account_devices.ts';
import { createAccountKeys } from '../../server/app/keys/account_keys.ts';
import { createTextLog, type TextsWanted } from '../../server/app/messages/text_log.ts';
import { hashSecret } from '../../server/domain/keys/api_key.ts';
import { defaultTiers, type Tier } from '../../server/domain/plans/tier.ts';
import type { Store } from '../../server/store/store.ts';
import { newText } from '../support/new_text.ts';
import { addressOf, type Fill } from './scale_fill.ts';

const dayMs = 24 * 3_600_000;
const octets = 4 * 1024 * 1024;
const newest = 2n ** 62n;

/** Calls about an account; `turn` makes each one about another place or text. */
export type Calls = Record<string, (fill: Fill, turn: number) => Promise<unknown>>;

const tiers: readonly Tier[] = defaultTiers;
/** Who looks at conversations. */
const user = { userId: 1n };

/** A place in an account's texts or conversations that no call before was about, from 0 to 1. */
const place = (turn: number) => (turn * 0.618_034) % 1;

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** A page of the log, of every text. */
const some = { limit: 50, before: undefined };
const all: TextsWanted = {
  direction: '',
  status: '',
  route: '',
  address: '',
  fromMs: undefined,
  toMs: undefined,
  keyId: undefined,
};

/** A text of one of the account's keys to one of its conversations. */
function send(store: Store, { account, threads }: Fill, turn: number, clientRef: string | null) {
  const nowMs = Date.now();
  const month = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  const address = addressOf((turn * 7_919) % threads);
  const text = newText({
    keyHash: hashSecret(account.keys[turn % account.keys.length] as string),
    address,
    body: `Your code is ${turn}.`,
    clientRef,
  });
  const context = {
    nowMs,
    month,
    newestMonth: month,
    deadlineMs: nowMs + dayMs,
    plans: ['pro'],
    caps: [1e9],
  };
  return store.sendTexts([text], context);
}

/** What people look at in the inbox, and what they look for; `threads` lists conversations. */
function inboxCalls(store: Store, threads: (asked: { filter: Filter }) => Calls[string]): Calls {
  const conversations = createConversations(store);
  const searchAccount = createSearch(store, systemClock);
  const search =
    (q: string): Calls[string] =>
    ({ account }) =>
      searchAccount(account.id, { q, limit: 50, before: undefined });
  return {
    'inbox: unread': threads({ filter: 'unread' }),
    'inbox: waiting for me': threads({ filter: 'waiting' }),
    'inbox: failed': threads({ filter: 'failed' }),
    'inbox: how many of each': ({ account }) => conversations.count({ accountId: account.id, ...user }),
    'search: a name': search('ada 77'),
    'search: a name that nobody has': search('nobody'),
    'search: words of a text': search('code is'),
    'search: words that nobody wrote': search('tuesday'),
    'search: a part of a number': search('00077'),
  };
}

/** Binds the calls to a store. */
export function scaleCalls(store: Store): Calls {
  const clock = systemClock;
  const accounts = createAccounts({ store, clock, tiers });
  const keys = createAccountKeys(store, clock);
  const texts = createTextLog(store);
  const conversations = createConversations(store);
  const carriers = () => [];
  const readStats = createReadStats({ store, clock, log: createLog('bench', 'silent') });
  const readOverview = createReadOverview({
    accounts,
    store,
    carriers,
    readStats,
    tiers,
    clock,
    sellsPlans: false,
  });
  const devices = createAccountDevices({ store, clock, onUnpaired: async () => {} });
  const feed =
    (since: (texts: number, turn: number) => number): Calls[string] =>
    ({ account, texts }, turn) =>
      store.listChanges(account.id, BigInt(Math.floor(since(texts, turn))), 100, octets);
  const page = ({ account }: Fill, thread: number) =>
    store.listThreadMessages(account.id, addressOf(thread), newest, 40, octets);
  const log =
    (wanted: Partial<TextsWanted>): Calls[string] =>
    ({ account }) =>
      texts.list(account.id, { ...all, ...wanted }, some);
  const threads =
    (asked: { search?: string; isDeep?: boolean; filter?: Filter }): Calls[string] =>
    ({ account, texts }, turn) =>
      conversations.list(
        { accountId: account.id, ...user },
        {
          limit: 50,
          cursor: asked.isDeep ? String(texts - Math.floor(100 + place(turn) * 50)) : undefined,
          search: asked.search,
          filter: asked.filter ?? 'all',
        },
      );
  return {
    'feed page, first': feed(() => 0),
    'feed page, middle': feed((texts, turn) => texts * place(turn)),
    'feed page, last': feed((texts) => texts - 101),
    'one text': ({ account, texts }, turn) =>
      store.findMessage(account.id, BigInt(1 + Math.floor(texts * place(turn)))),
    'thread page, of 50 that are in use': (fill, turn) => page(fill, turn % 50),
    'thread page, of all': (fill, turn) => page(fill, Math.floor(fill.threads * place(turn))),
    'threads, first page': ({ account }) => store.listThreads(account.id, newest, 50, octets),
    'console: overview with days': ({ account }) => readOverview(account.id),
    'console: stats of 400 days': ({ account }) =>
      readStats(account.id, { from: daysAgo(399), by: 'month', split: 'reason' }),
    'console: conversations': threads({}),
    'console: conversations, further down': threads({ isDeep: true }),
    'console: conversations of a number': threads({ search: '+1500500' }),
    ...inboxCalls(store, threads),
    'console: texts': log({}),
    'console: failed texts': log({ status: 'failed' }),
    'console: received texts': log({ direction: 'in' }),
    'console: texts that nobody has': log({ status: 'queued', route: 'gateway' }),
    'console: texts of a number': (fill, turn) => log({ address: addressOf(turn % 50) })(fill, turn),
    'console: texts of a month': log({ fromMs: Date.now() - 60 * dayMs, toMs: Date.now() - 30 * dayMs }),
    'console: devices': ({ account }) => devices.list(account.id, 0n, 100),
    'console: keys': ({ account }) => keys.list(account.id, 0n, 100),
    // These come last: what is sent moves conversations up.
    send: (fill, turn) => send(store, fill, turn, null),
    replay: (fill, turn) => {
      const id = 4 * Math.floor((fill.texts / 4) * place(turn)) + 4;
      return send(store, fill, turn, id % 8 === 0 ? `order-${id - 4}` : `order-${id}`);
    },
  };
}
