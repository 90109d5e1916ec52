// The limits of what is asked about a broadcast, of an account that has none: whatever the id and the limit, there is none.
import type { Ask } from '../support/http_client.ts';

const most = String(Number.MAX_SAFE_INTEGER);
const beyondMost = '9007199254740992';
const none = ['404 not_found', '404 not_found'] as const;

const requests: Readonly<Record<string, (id: string) => Partial<Ask>>> = {
  putBroadcastRecipients: (id) => ({
    method: 'PUT',
    path: `/api/v1/broadcasts/${id}/recipients`,
    body: { recipients: [{ number: 1, address: '+15005550006' }] },
  }),
  startBroadcast: (id) => ({ method: 'POST', path: `/api/v1/broadcasts/${id}/start`, body: {} }),
  getBroadcast: (id) => ({ path: `/api/v1/broadcasts/${id}` }),
  pauseBroadcast: (id) => ({ method: 'POST', path: `/api/v1/broadcasts/${id}/pause` }),
  resumeBroadcast: (id) => ({ method: 'POST', path: `/api/v1/broadcasts/${id}/resume` }),
  cancelBroadcast: (id) => ({ method: 'POST', path: `/api/v1/broadcasts/${id}/cancel` }),
  listBroadcastRecipients: (id) => ({ path: `/api/v1/broadcasts/${id}/recipients` }),
  createFailedBroadcast: (id) => ({
    method: 'POST',
    path: `/api/v1/broadcasts/${id}/failed`,
    body: { name: 'n' },
  }),
};
const rows = (limit: number): Partial<Ask> => ({ path: `/api/v1/broadcasts/1/recipients?limit=${limit}` });

export const broadcastLimits = {
  ...Object.fromEntries(
    Object.entries(requests).flatMap(([id, request]) => [
      [`${id} id minimum`, { at: request('1'), beyond: request('0'), ends: none }],
      [`${id} id maximum`, { at: request(most), beyond: request(beyondMost), ends: none }],
    ]),
  ),
  'listBroadcastRecipients limit minimum': { at: rows(1), beyond: rows(0), ends: none },
  'listBroadcastRecipients limit maximum': { at: rows(200), beyond: rows(201), ends: none },
};
