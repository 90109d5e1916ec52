// Examples about the account (its usage, plan, quiet hours and opt-outs), and of the description of the interface.

import { ChangePlanResponseSchema } from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { resource } from '../../interface/resources.ts';
import { AccountShape } from '../../resources/accounts/account.ts';
import { UsageShape } from '../../resources/accounts/usage.ts';
import { OptOutShape } from '../../resources/opt_outs/opt_out.ts';
import { exampleOf } from '../../schemas/example.ts';
import type { Examples } from '../types.ts';

const account = exampleOf(AccountShape);
const usage = exampleOf(UsageShape);
const switched = exampleOf(resource(ChangePlanResponseSchema).Shape);

export const accounts: Readonly<Record<string, Examples>> = {
  exportStats: {
    answers: {
      days: {
        summary: 'A day with texts.',
        value:
          'day,device_id,device_name,carrier,reason,sent,delivered,failed,cancelled,received,replied\r\n' +
          '"2026-11-20",,,,,42,39,2,1,7,5\r\n',
      },
    },
  },
  listAccounts: {
    answers: {
      own: { summary: 'Of an account key.', value: { accounts: [account] } },
      linked: {
        summary: 'Of a platform key.',
        value: { accounts: [{ ...account, linked_at: '2026-10-02T12:00:00.000Z' }] },
      },
    },
  },
  changePlan: {
    answers: {
      switched: { summary: 'A live subscription was switched.', value: switched },
      already: {
        summary: 'The account is on the plan already.',
        value: {
          ...switched,
          plan: 'starter',
          changed: false,
          detail: 'the account is on this plan already',
          usage,
        },
      },
      checkout: {
        summary: 'There is no live subscription: a person has to pay.',
        value: {
          ...switched,
          applied: false,
          changed: false,
          method: 'checkout',
          checkout_url: 'https://texts.example/checkout/c_8fk2',
          detail: 'nothing has changed yet: complete the payment at checkout_url',
          usage: { ...usage, plan: null, subscription_status: null, can_send: false, reason: 'no_plan' },
        },
      },
    },
  },
  clearQuietHours: {
    answers: { none: { summary: 'None any more.', value: { quiet_hours: null } } },
  },
  addOptOut: {
    answers: {
      added: {
        summary: 'It was added.',
        value: { opt_out: { ...exampleOf(OptOutShape), source: 'api', message_id: null } },
      },
    },
  },
  exportOptOuts: {
    answers: {
      file: {
        summary: 'The file.',
        value: 'address,since,source\r\n"\'+15005550006","2026-11-21T08:31:02.480Z","keyword"\r\n',
      },
    },
  },
  importOptOuts: {
    bodies: {
      list: {
        summary: 'Three recipients.',
        value: { csv: 'address\n+15005550006\n(500) 555-0007\n+15005550008\n' },
      },
    },
    answers: {
      imported: {
        summary: 'A file with a line that is no number.',
        value: {
          added: 2,
          known: 1,
          faulty: [
            { line: 3, error: 'address is not a phone number that can be texted', code: 'invalid_address' },
          ],
        },
      },
    },
  },
  getIndex: {
    answers: {
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
  },
  getDocument: {
    answers: {
      document: {
        summary: 'This document, shortened.',
        value: { openapi: '3.0.3', info: { version: '1.2.0' }, paths: {}, components: {} },
      },
    },
  },
  getGuide: {
    answers: { guide: { summary: 'The guide, shortened.', value: '# Textrelay\n' } },
  },
};
