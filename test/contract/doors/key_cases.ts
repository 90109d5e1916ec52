// The part of the table that is about keys: which of them may ask what, for which account, and how often.
import { KeyReads, KeyScope, RequireApproval } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import { type KeyLimits, makeEndedKey, makeLimitedKey } from '../../support/limited_keys.ts';
import type { Caller } from './door.ts';
import {
  type Case,
  cancel,
  changes,
  events,
  everything,
  me,
  message,
  optOut,
  optOuts,
  outcome,
  plan,
  send,
  thread,
  threads,
  usage,
} from './steps.ts';
import { fillAllowance, type World } from './world.ts';

const everyCode = (code: string) => everything.map(() => code);

/** What a key that may do everything is answered with. */
const allowed = [...Array(everything.length - 2).fill('ok'), 'billing_disabled', 'ok'];
const keys: Case[] = [
  {
    name: 'an account key does everything',
    as: ({ caller }) => caller,
    steps: everything,
    codes: allowed,
  },
  {
    name: 'an account key may name its own account',
    as: ({ caller }) => ({ ...caller, target: String(caller.accountId) }),
    steps: everything,
    codes: allowed,
  },
  {
    name: 'an account key that names another account finds nothing',
    as: async ({ caller, other }) => ({ ...caller, target: String((await other()).id) }),
    steps: everything,
    codes: everyCode('not_found'),
  },
  ...['', '0', '-1', 'abc', '1, 2', '1.0'].map((target) => ({
    name: `an account key with the target ${JSON.stringify(target)}`,
    as: ({ caller }: World) => ({ ...caller, target }),
    steps: everything,
    codes: everyCode('invalid_request'),
  })),
  ...(['unknown', 'mistyped', 'revoked', 'revokedPlatform', 'device', 'unknownPlatform'] as const).map(
    (name) => ({
      name: `a key that is no key: ${name}`,
      as: async ({ caller, wrongKey }: World) => ({ ...caller, key: await wrongKey(name) }),
      steps: everything,
      codes: everyCode('invalid_api_key'),
    }),
  ),
  {
    name: 'a key past its allowance',
    as: async (world) => {
      await fillAllowance(world, world.caller.key);
      return world.caller;
    },
    steps: [...everything, send({ body: '' }), send({ address: 'nobody' })],
    codes: [...everyCode('rate_limited'), 'rate_limited', 'rate_limited'],
  },
];

/** The account with a key that has a policy. */
const limitedTo =
  (limits: Partial<KeyLimits>) =>
  async ({ stack, account, caller }: World) => ({
    ...caller,
    key: (await makeLimitedKey(stack, account, limits)).secret,
  });

const limited: Case[] = [
  {
    name: 'a key that may write to few, and twice an hour',
    as: limitedTo({ recipients: ['+1500*'], perHour: 2 }),
    steps: [
      send({ address: '+447400123456' }),
      send({ client_ref: 'a' }),
      send(),
      send(),
      send({ client_ref: 'a' }),
    ],
    codes: ['recipient_not_allowed', 'ok', 'ok', 'key_budget_reached', 'ok'],
  },
  {
    name: 'a key whose texts a person approves',
    as: limitedTo({ requireApproval: RequireApproval.ALWAYS }),
    steps: [send({ client_ref: 'a' }), send({ client_ref: 'a' }), send({ client_ref: 'a', body: '' })],
    codes: ['ok', 'ok', 'invalid_request'],
  },
  {
    name: 'a key that reads only texts of those whom it may write to',
    as: async (world) => {
      const { stack, account, caller } = world;
      await stack.post('/api/v1/messages', account.key, {
        address: '+447400123456',
        body: 'x',
        client_ref: 'theirs',
      });
      const limits = {
        scopes: [KeyScope.READ, KeyScope.SEND],
        recipients: ['+1500*'],
        reads: KeyReads.KNOWN,
      };
      return { ...caller, key: (await makeLimitedKey(stack, account, limits)).secret };
    },
    steps: [
      ...[message('1'), events('1'), outcome('1'), cancel('1')],
      ...[send({ client_ref: 'theirs' }), send({ client_ref: 'own' })],
      ...[message('2'), changes(), threads(), thread('+447400123456'), optOuts()],
    ],
    codes: [
      ...Array(4).fill('not_found'),
      ...['recipient_not_allowed', 'ok'],
      ...['ok', 'ok', 'ok', 'ok', 'key_scope'],
    ],
  },
  {
    name: 'a key that reads',
    as: limitedTo({ scopes: [KeyScope.READ] }),
    steps: [send(), usage, me, optOut(), plan('pro')],
    codes: ['key_scope', 'ok', 'ok', 'key_scope', 'key_scope'],
  },
  {
    name: 'a key that has ended',
    as: async ({ stack, account, caller }) => ({ ...caller, key: await makeEndedKey(stack, account) }),
    steps: [send(), usage],
    codes: ['key_ended', 'key_ended'],
  },
];

/** What is not for platform keys: everything before `usage`. */
const beyondScope = Array(everything.length - 3).fill('platform_key_scope');
/** The platform's key, with the account that a request names. */
const byPlatform =
  (target: (world: World) => string | Promise<string>) =>
  async (world: World): Promise<Caller> => ({
    ...world.caller,
    key: (await world.platform()).key,
    target: await target(world),
  });

const platforms: Case[] = [
  {
    name: 'a platform key for a linked account',
    as: byPlatform(({ caller }) => String(caller.accountId)),
    steps: everything,
    codes: [...beyondScope, 'ok', 'billing_disabled', 'ok'],
  },
  {
    name: 'a platform key without an account',
    as: async ({ platform, caller }) => ({ ...caller, key: (await platform()).key }),
    steps: everything,
    codes: [...beyondScope, 'invalid_request', 'invalid_request', 'ok'],
  },
  ...['', '0', 'abc', '1, 2'].map((target) => ({
    name: `a platform key with the target ${JSON.stringify(target)}`,
    as: byPlatform(() => target),
    steps: everything,
    codes: [...beyondScope, 'invalid_request', 'invalid_request', 'ok'],
  })),
  ...['100000000001', '9'.repeat(19), '9'.repeat(64)].map((target) => ({
    name: `a platform key for the account ${target}, which is nobody's`,
    as: byPlatform(() => target),
    steps: everything,
    codes: [...beyondScope, 'not_found', 'not_found', 'ok'],
  })),
  {
    name: 'a platform key for an account that is not linked',
    as: byPlatform(async ({ other }) => String((await other()).id)),
    steps: everything,
    codes: [...beyondScope, 'not_found', 'not_found', 'ok'],
  },
  {
    name: 'a platform key past its allowance',
    as: async (world) => {
      await fillAllowance(world, (await world.platform()).key);
      return byPlatform(({ caller }) => String(caller.accountId))(world);
    },
    steps: everything,
    codes: everyCode('rate_limited'),
  },
];

export const keyCases: readonly Case[] = [...keys, ...limited, ...platforms];
