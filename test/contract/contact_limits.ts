// The limits that the document names for contacts and groups, each at its value and one beyond it: lines of documented_limits.test.ts.
import type { Ask } from '../support/http_client.ts';

interface Line {
  at: Partial<Ask>;
  beyond: Partial<Ask>;
  /** The status and code at the value, and beyond it. */
  ends: readonly [at: string, beyond: string];
}

const most = Number.MAX_SAFE_INTEGER;
const get = (path: string): Partial<Ask> => ({ path: `/api/v1/${path}` });
/** Out of range is clamped: both end alike. */
const clamped = (pathOf: (value: string) => string, at: number, beyond: string): Line => ({
  at: get(pathOf(String(at))),
  beyond: get(pathOf(beyond)),
  ends: ['200', '200'],
});

/** Of the paths that name a contact or a group by its id: what is not there, and what cannot be. */
const unknownIds = Object.fromEntries(
  Object.entries({
    getContact: ['GET', 'contacts/*'],
    updateContact: ['PATCH', 'contacts/*', { note: '' }],
    deleteContact: ['DELETE', 'contacts/*'],
    getContactGroup: ['GET', 'groups/*'],
    renameContactGroup: ['PATCH', 'groups/*', { name: 'x' }],
    deleteContactGroup: ['DELETE', 'groups/*'],
    listGroupMembers: ['GET', 'groups/*/members'],
    changeGroupMembers: ['POST', 'groups/*/members', {}],
  } as const).flatMap(([id, [method, path, body]]): [string, Line][] => {
    const asked = (value: string): Partial<Ask> => ({
      ...{ method, path: `/api/v1/${path.replace('*', value)}` },
      ...(body && { body }),
    });
    const ends = ['404 not_found', '404 not_found'] as const;
    return [
      [`${id} id minimum`, { at: asked('1'), beyond: asked('0'), ends }],
      [`${id} id maximum`, { at: asked(String(most)), beyond: asked('9007199254740992'), ends }],
    ];
  }),
);

export const contactLimits: Readonly<Record<string, Line>> = {
  ...unknownIds,
  'listContacts limit minimum': clamped((value) => `contacts?limit=${value}`, 1, '0'),
  'listContacts limit maximum': clamped((value) => `contacts?limit=${value}`, 500, '501'),
  'listContactGroups limit minimum': clamped((value) => `groups?limit=${value}`, 1, '0'),
  'listContactGroups limit maximum': clamped((value) => `groups?limit=${value}`, 500, '501'),
  'listGroupMembers limit minimum': {
    ...{ at: get('groups/1/members?limit=1'), beyond: get('groups/1/members?limit=0') },
    ends: ['404 not_found', '404 not_found'],
  },
  'listGroupMembers limit maximum': {
    ...{ at: get('groups/1/members?limit=500'), beyond: get('groups/1/members?limit=501') },
    ends: ['404 not_found', '404 not_found'],
  },
  'searchAccount limit minimum': clamped((value) => `search?q=hello&limit=${value}`, 1, '0'),
  'searchAccount limit maximum': clamped((value) => `search?q=hello&limit=${value}`, 100, '101'),
  'searchAccount before minimum': clamped((value) => `search?q=hello&before=${value}`, 0, '-1'),
  'searchAccount before maximum': clamped(
    (value) => `search?q=hello&before=${value}`,
    most,
    '9007199254740992',
  ),
};
