// The table: what is asked, and the codes that both doors must answer with. What is about keys is in key_cases.ts, and
// what comes after a send in afterwards_cases.ts.
import { afterwardsCases } from './afterwards_cases.ts';
import { keyCases } from './key_cases.ts';
import {
  accounts,
  beQuiet,
  beQuietNoMore,
  type Case,
  changes,
  importOptOuts,
  me,
  message,
  number,
  optIn,
  optOut,
  optOuts,
  plan,
  quietHours,
  send,
  thread,
  threads,
  usage,
} from './steps.ts';

const sends: Case[] = [
  { name: 'a text is accepted and counted', steps: [send(), usage], codes: ['ok', 'ok'] },
  {
    name: "a national format is read in the account's country",
    world: { country: 'GB' },
    steps: [send({ address: '07400 123456' }), thread('07400 123456')],
    codes: ['ok', 'ok'],
  },
  {
    name: 'a text beyond GSM says its parts and encoding',
    steps: [
      send({ body: '\u{1f600}'.repeat(80) }),
      send({ body: 'a'.repeat(161) }),
      send({ route: 'device' }),
    ],
    codes: ['ok', 'ok', 'ok'],
  },
  {
    name: 'a suspended account sends nothing, and reads all',
    world: { isSuspended: true },
    steps: [send(), usage, changes(), optOut()],
    codes: ['account_suspended', 'ok', 'ok', 'ok'],
  },
  {
    name: 'a repeated client_ref is the original, and says when it differs',
    steps: [
      send({ client_ref: 'a' }),
      send({ client_ref: 'a' }),
      send({ client_ref: 'a', body: 'another' }),
      send({ client_ref: 'a', address: '+15005550008' }),
      changes(),
    ],
    codes: ['ok', 'ok', 'ok', 'ok', 'ok'],
  },
  ...['', 'nobody', '+1', '911', '+1500555000612345678', '5'.repeat(65)].map((address) => ({
    name: `the address ${JSON.stringify(address)} is refused`,
    steps: [send({ address }), usage],
    codes: ['invalid_address', 'ok'],
  })),
  {
    name: 'a body has 1 to 1600 characters and no U+0000',
    steps: [
      send({ body: '\u{1f600}'.repeat(1600) }),
      send({ body: '\u{1f600}'.repeat(1601) }),
      send({ body: '' }),
      send({ body: 'a\u0000b' }),
      usage,
    ],
    codes: ['ok', 'invalid_request', 'invalid_request', 'invalid_request', 'ok'],
  },
  {
    name: 'a client_ref has 1 to 64 characters and no U+0000',
    steps: ['r'.repeat(64), 'r'.repeat(65), '', 'a\u0000'].map((client_ref) => send({ client_ref })),
    codes: ['ok', 'invalid_request', 'invalid_request', 'invalid_request'],
  },
];

const quotas: Case[] = [
  {
    name: 'the cap is reached after its last text, and a replay is still answered',
    world: { plan: 'starter' },
    steps: [send({ client_ref: 'a' }), send(), send(), send({ client_ref: 'a' }), usage],
    codes: ['ok', 'ok', 'cap_reached', 'ok', 'ok'],
  },
  {
    name: 'an account without a plan',
    world: { plan: '' },
    steps: [send(), usage, me],
    codes: ['no_plan', 'ok', 'ok'],
  },
  ...['canceled', 'unpaid', 'incomplete'].map((status) => ({
    name: `an account whose subscription is ${status}`,
    world: { status },
    steps: [send(), usage, accounts],
    codes: ['no_subscription', 'ok', 'ok'],
  })),
  ...['past_due', 'trialing'].map((status) => ({
    name: `an account whose subscription is ${status}`,
    world: { status },
    steps: [send(), usage],
    codes: ['ok', 'ok'],
  })),
  {
    name: 'an account without a device',
    world: { paired: false },
    steps: [send(), usage],
    codes: ['no_route', 'ok'],
  },
  { name: 'a route that the account has not', steps: [send({ route: 'gateway' })], codes: ['no_route'] },
  {
    name: 'an exempt account has no cap and no plan to change',
    world: { exempt: true, plan: '' },
    steps: [send(), usage, plan('pro'), plan('free'), me],
    codes: ['ok', 'ok', 'exempt_account', 'unknown_plan', 'ok'],
  },
];

const reads: Case[] = [
  {
    name: 'messages, changes and conversations read the same',
    steps: [
      send(),
      send({ address: '+15005550008', body: 'second' }),
      message('1'),
      changes(),
      changes(1),
      changes(500, '1'),
      changes(100, '99'),
      threads(),
      threads(1),
      thread(number),
      thread('(500) 555-0006', 1),
    ],
    codes: Array(11).fill('ok'),
  },
  {
    name: 'a limit out of range is clamped',
    steps: [send(), send(), changes(0), changes(501), threads(0), threads(501), thread(number, 0)],
    codes: Array(7).fill('ok'),
  },
  {
    name: 'a conversation that nobody wrote to is empty, and an unusable address is refused',
    steps: [threads(), thread('+15005550009'), thread('x'.repeat(64)), thread('x'.repeat(65)), thread('+1')],
    codes: ['ok', 'ok', 'invalid_address', 'invalid_address', 'invalid_address'],
  },
  {
    name: 'a cursor below everything and above everything',
    steps: [send(), send(), changes(1, '-1'), changes(1, '9007199254740991')],
    codes: ['ok', 'ok', 'ok', 'ok'],
  },
  {
    name: "an unknown message, and another account's",
    steps: [
      message('1'),
      message('0'),
      message('-1'),
      message('9007199254740991'),
      async (door, { caller, other, stack }) => {
        await stack.send(await other());
        return door.getMessage(caller, '1');
      },
    ],
    codes: Array(5).fill('not_found'),
  },
];

const plans: Case[] = [
  {
    name: 'U+0000 is no part of an address, a conversation or a plan',
    steps: [send({ address: '+15005550006\u0000' }), thread('+15005550006\u0000'), plan('pro\u0000')],
    codes: Array(3).fill('invalid_request'),
  },
  ...['', 'free', 'Pro', ' pro', '__proto__'].map((name) => ({
    name: `the plan ${JSON.stringify(name)} is unknown`,
    steps: [plan(name)],
    codes: ['unknown_plan'],
  })),
  {
    name: 'a plan change without a payment provider changes nothing',
    world: { plan: 'starter' },
    steps: [plan('pro'), plan('starter'), usage],
    codes: ['billing_disabled', 'billing_disabled', 'ok'],
  },
];

const ofAnswers: Case[] = [
  {
    name: 'a recipient who was answered too often in a row gets no answer, and others get theirs',
    world: { plan: 'starter', answered: number },
    steps: [send({ client_ref: 'a' }), send({ address: '+15005550007' }), usage],
    codes: ['loop_suspected', 'ok', 'ok'],
  },
];

const ofOptOuts: Case[] = [
  {
    name: 'one who is opted out gets nothing until it is lifted, and a replay is still answered',
    world: { plan: 'starter' },
    steps: [
      send({ client_ref: 'a' }),
      optOut('(500) 555-0006'),
      optOut(),
      send({ client_ref: 'a' }),
      send(),
      usage,
      optOuts(),
      optOuts({ address: '500 555 0006' }),
      optIn(),
      optIn(),
      send(),
    ],
    codes: ['ok', 'ok', 'ok', 'ok', 'opted_out', 'ok', 'ok', 'ok', 'ok', 'not_found', 'ok'],
  },
  {
    name: 'a file of which some lines cannot be read',
    steps: [importOptOuts('address\n+15005550007\nnobody\n"+1500\n+15005550007\n'), optOuts({ limit: 0 })],
    codes: ['ok', 'ok'],
  },
  {
    name: 'an address that cannot be opted out',
    steps: ['12', '+1', '5'.repeat(65), '+15005550006\u0000'].map((address) => optOut(address)),
    codes: ['invalid_address', 'invalid_address', 'invalid_address', 'invalid_request'],
  },
];

const dayMs = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const inFiveDays = inDays(5);

const later: Case[] = [
  {
    name: 'a text for later is queued, shows when, counts, and is what a repeat of its client_ref answers',
    world: { plan: 'starter' },
    steps: [
      send({ client_ref: 'a', send_at: inFiveDays }),
      message('1'),
      changes(),
      usage,
      send({ client_ref: 'a', send_at: inDays(-5) }),
    ],
    codes: ['ok', 'ok', 'ok', 'ok', 'ok'],
  },
  {
    name: 'an instant that a text cannot be sent for',
    steps: [inDays(-1), inDays(36), '1960-01-01T00:00:00.000Z'].map((at) => send({ send_at: at })),
    codes: ['invalid_request', 'invalid_request', 'invalid_request'],
  },
  {
    name: 'quiet hours keep texts that are not urgent until they end',
    steps: [
      quietHours,
      beQuiet(),
      quietHours,
      send(),
      send({ urgent: true }),
      send({ send_at: inFiveDays }),
      send({ send_at: inFiveDays, urgent: true }),
      beQuietNoMore,
      send(),
      beQuietNoMore,
    ],
    codes: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
  },
  {
    name: 'quiet hours that are none',
    steps: [
      beQuiet({ time_zone: 'Europe/Atlantis' }),
      beQuiet({ time_zone: '' }),
      beQuiet({ from: '24:00' }),
      beQuiet({ until: '7:00' }),
      beQuiet({ from: '07:00', until: '07:00' }),
      quietHours,
    ],
    codes: [...Array<string>(5).fill('invalid_request'), 'ok'],
  },
];

export const cases: readonly Case[] = [
  ...sends,
  ...quotas,
  ...reads,
  ...plans,
  ...ofAnswers,
  ...ofOptOuts,
  ...afterwardsCases,
  ...later,
  ...keyCases,
];
