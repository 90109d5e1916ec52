// Examples about broadcasts.
import { describeError } from '../../errors/error_body.ts';
import { BroadcastRecipientShape, BroadcastShape } from '../../resources/broadcasts/broadcast.ts';
import { exampleOf } from '../../schemas/example.ts';
import type { Examples } from '../types.ts';

const broadcast = exampleOf(BroadcastShape);
const recipient = exampleOf(BroadcastRecipientShape);
const draft = {
  ...broadcast,
  state: 'draft' as const,
  recipients: 0,
  accepted: 0,
  refused: 0,
  delivered: 0,
  failed: 0,
  replied: 0,
  started_at: null,
};

export const broadcasts: Readonly<Record<string, Examples>> = {
  createBroadcast: {
    answers: { made: { summary: 'The draft.', value: { broadcast: draft, replayed: false } } },
  },
  putBroadcastRecipients: {
    bodies: {
      recipients: {
        summary: 'Two recipients.',
        value: {
          recipients: [
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
  startBroadcast: {
    bodies: {
      now: { summary: 'At once, if all recipients are there.', value: { recipients: 1200 } },
      later: { summary: 'At an instant.', value: { send_at: '2026-11-22T09:00:00+01:00' } },
    },
  },
  exportBroadcasts: {
    answers: {
      broadcasts: {
        summary: 'One broadcast.',
        value:
          'id,name,state,recipients,accepted,refused,delivered,failed,replied,created_at,send_at,started_at,ended_at\r\n' +
          '3,"Opening hours in December","running",1200,640,2,588,4,17,"2026-11-21T08:30:00.000Z",,"2026-11-21T08:31:02.900Z",\r\n',
      },
    },
  },
  pauseBroadcast: {
    answers: { paused: { summary: 'It rests.', value: { broadcast: { ...broadcast, state: 'paused' } } } },
  },
  cancelBroadcast: {
    answers: {
      cancelled: {
        summary: 'Nothing more leaves.',
        value: {
          broadcast: { ...broadcast, state: 'cancelled', ended_at: '2026-11-21T08:40:00.000Z' },
        },
      },
    },
  },
  listBroadcastRecipients: {
    answers: {
      page: {
        summary: 'A text that was delivered, and a recipient that was refused.',
        value: {
          recipients: [
            recipient,
            {
              ...recipient,
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
  createFailedBroadcast: {
    answers: {
      made: {
        summary: 'The draft.',
        value: {
          broadcast: {
            ...draft,
            id: 5,
            name: 'Opening hours, once more',
            client_ref: null,
            source: 'failed',
            failed_of: 4,
            recipients: 4,
          },
          replayed: false,
        },
      },
    },
  },
};
