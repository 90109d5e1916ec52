// The limits that the document names for texts and ids in queries, each at its value and one beyond it: lines of documented_limits.test.ts.
import type { Ask } from '../support/http_client.ts';

interface Line {
  at: Partial<Ask>;
  beyond: Partial<Ask>;
  /** The status and code at the value, and beyond it. */
  ends: readonly [at: string, beyond: string];
}

const wrong = '400 invalid_request';
const most = Number.MAX_SAFE_INTEGER;

/** A text of one character and an empty one: what a character by itself is answered with follows from what it means there. */
const texts = {
  'cancelMessageByRef client_ref': ['messages?client_ref=', '404 not_found', 'DELETE'],
  'exportStats from': ['stats.csv?from=', wrong],
  'exportStats to': ['stats.csv?to=', wrong],
  'findContacts addresses': ['contacts/find?addresses=', '200'],
  'listAccounts cursor': ['accounts?cursor=', '200'],
  'listContactGroups cursor': ['groups?cursor=', wrong],
  'listContacts cursor': ['contacts?cursor=', wrong],
  'listContacts q': ['contacts?q=', '200'],
  'listStats from': ['stats?from=', wrong],
  'listStats to': ['stats?to=', wrong],
  'listGroupMembers cursor': ['groups/1/members?cursor=', wrong],
  'listOptOuts address': ['opt-outs?address=', '200'],
  'listOptOuts cursor': ['opt-outs?cursor=', wrong],
  'listBroadcastRecipients cursor': ['broadcasts/1/recipients?cursor=', wrong],
  'listBroadcasts cursor': ['broadcasts?cursor=', wrong],
  'listThreads cursor': ['threads?cursor=', wrong],
  'readConsumer lease': ['consumers/unknown/messages?lease=', '404 not_found'],
  'searchAccount q': ['search?q=', wrong],
} as const;

/** Most characters, with what that many are answered and one more. */
const longest = {
  'cancelMessageByRef client_ref': [64, '404 not_found', wrong],
  'listContacts q': [100, '200', wrong],
  'listOptOuts address': [64, '200', '400 invalid_address'],
  'searchAccount q': [100, '200', wrong],
} as const;

const groups = {
  listContacts: 'contacts?group=',
  exportContactsCsv: 'contacts/export.csv?group=',
  exportContactsVcard: 'contacts/export.vcf?group=',
} as const;

const asked = (name: keyof typeof texts, value: string): Partial<Ask> => {
  const [path, , method = 'GET'] = texts[name];
  return { method, path: `/api/v1/${path}${value}` };
};

export const queryLimits: Readonly<Record<string, Line>> = Object.fromEntries([
  ...(Object.keys(texts) as (keyof typeof texts)[]).map((name): [string, Line] => [
    `${name} minLength`,
    { at: asked(name, 'x'), beyond: asked(name, ''), ends: [texts[name][1], wrong] },
  ]),
  ...(Object.keys(longest) as (keyof typeof longest)[]).map((name): [string, Line] => {
    const [most, at, beyond] = longest[name];
    return [
      `${name} maxLength`,
      {
        at: asked(name, 'x'.repeat(most)),
        beyond: asked(name, 'x'.repeat(most + 1)),
        ends: [at, beyond],
      },
    ];
  }),
  ...Object.entries(groups).flatMap(([id, path]): [string, Line][] => {
    const asked = (value: string): Partial<Ask> => ({ path: `/api/v1/${path}${value}` });
    return [
      [`${id} group minimum`, { at: asked('1'), beyond: asked('0'), ends: ['200', wrong] }],
      [
        `${id} group maximum`,
        { at: asked(String(most)), beyond: asked('9007199254740992'), ends: ['200', wrong] },
      ],
    ];
  }),
]);
