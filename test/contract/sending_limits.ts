// The limits of what is asked about a sending, of an account that has none: whatever the id and the limit, there is none.
import type { Ask } from '../support/http_client.ts';

const most = String(Number.MAX_SAFE_INTEGER);
const beyondMost = '9007199254740992';
const none = ['404 not_found', '404 not_found'] as const;

const requests: Readonly<Record<string, (id: string) => Partial<Ask>>> = {
  putSendingRows: (id) => ({
    method: 'PUT',
    path: `/api/v1/sendings/${id}/rows`,
    body: { rows: [{ number: 1, address: '+15005550006' }] },
  }),
  startSending: (id) => ({ method: 'POST', path: `/api/v1/sendings/${id}/start`, body: {} }),
  getSending: (id) => ({ path: `/api/v1/sendings/${id}` }),
  pauseSending: (id) => ({ method: 'POST', path: `/api/v1/sendings/${id}/pause` }),
  resumeSending: (id) => ({ method: 'POST', path: `/api/v1/sendings/${id}/resume` }),
  cancelSending: (id) => ({ method: 'POST', path: `/api/v1/sendings/${id}/cancel` }),
  listSendingRows: (id) => ({ path: `/api/v1/sendings/${id}/rows` }),
  createFailedSending: (id) => ({
    method: 'POST',
    path: `/api/v1/sendings/${id}/failed`,
    body: { name: 'n' },
  }),
};
const rows = (limit: number): Partial<Ask> => ({ path: `/api/v1/sendings/1/rows?limit=${limit}` });

export const sendingLimits = {
  ...Object.fromEntries(
    Object.entries(requests).flatMap(([id, request]) => [
      [`${id} id minimum`, { at: request('1'), beyond: request('0'), ends: none }],
      [`${id} id maximum`, { at: request(most), beyond: request(beyondMost), ends: none }],
    ]),
  ),
  'listSendingRows limit minimum': { at: rows(1), beyond: rows(0), ends: none },
  'listSendingRows limit maximum': { at: rows(200), beyond: rows(201), ends: none },
};
