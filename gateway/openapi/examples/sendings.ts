// Examples about sendings.
import { describeError } from '../../edge/errors/error_body.ts';
import { exampleOf } from '../../schemas/example.ts';
import { SendingRowShape, SendingShape } from '../../schemas/resources/sendings/sending.ts';
import type { Examples } from '../types.ts';

const sending = exampleOf(SendingShape);
const row = exampleOf(SendingRowShape);
const draft = {
  ...sending,
  state: 'draft' as const,
  rows: 0,
  accepted: 0,
  refused: 0,
  delivered: 0,
  failed: 0,
  replied: 0,
  started_at: null,
};

export const sendings: Readonly<Record<string, Examples>> = {
  createSending: {
    answers: { made: { summary: 'The draft.', value: { sending: draft, replayed: false } } },
  },
  putSendingRows: {
    bodies: {
      rows: {
        summary: 'Two recipients.',
        value: {
          rows: [
            { number: 1, address: '+15005550006', fields: { name: 'Ada', day: 'Monday' } },
            { number: 2, address: '12', fields: { name: 'Bob', day: 'Monday' } },
          ],
        },
      },
    },
    answers: {
      put: {
        summary: 'One of them has no number that can be texted.',
        value: {
          added: 2,
          faulty: [
            {
              number: 2,
              ...describeError('address is not a phone number that can be texted', 'invalid_address'),
            },
          ],
        },
      },
    },
  },
  startSending: {
    bodies: {
      now: { summary: 'At once, if all rows are there.', value: { rows: 1200 } },
      later: { summary: 'At an instant.', value: { send_at: '2026-11-22T09:00:00+01:00' } },
    },
  },
  exportSendings: {
    answers: {
      sendings: {
        summary: 'One sending.',
        value:
          'id,name,state,rows,accepted,refused,delivered,failed,replied,created_at,send_at,started_at,ended_at\r\n' +
          '3,"Opening hours in December","running",1200,640,2,588,4,17,"2026-11-21T08:30:00.000Z",,"2026-11-21T08:31:02.900Z",\r\n',
      },
    },
  },
  pauseSending: {
    answers: { paused: { summary: 'It rests.', value: { sending: { ...sending, state: 'paused' } } } },
  },
  cancelSending: {
    answers: {
      cancelled: {
        summary: 'Nothing more leaves.',
        value: {
          sending: { ...sending, state: 'cancelled', ended_at: '2026-11-21T08:40:00.000Z' },
        },
      },
    },
  },
  listSendingRows: {
    answers: {
      page: {
        summary: 'A text that was delivered, and a row that was refused.',
        value: {
          rows: [
            row,
            {
              ...row,
              number: 18,
              address: '+15005550009',
              address_norm: '+15005550009',
              status: 'refused',
              ...describeError('the recipient wants no texts of the account', 'opted_out'),
              message_id: null,
            },
          ],
          next_cursor: null,
        },
      },
    },
  },
  createFailedSending: {
    answers: {
      made: {
        summary: 'The draft.',
        value: {
          sending: {
            ...draft,
            id: 5,
            name: 'Opening hours, once more',
            client_ref: null,
            source: 'failed',
            failed_of: 4,
            rows: 4,
          },
          replayed: false,
        },
      },
    },
  },
};
