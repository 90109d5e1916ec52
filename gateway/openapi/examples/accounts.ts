// Examples about the account (its usage, plan, quiet hours and opt-outs), and of the description of the interface.
import { exampleAccount, exampleTier } from '../../schemas/resources/accounts/account.ts';
import { exampleFigures } from '../../schemas/resources/accounts/figure.ts';
import { exampleQuietHours } from '../../schemas/resources/accounts/quiet_hours.ts';
import { exampleUsage } from '../../schemas/resources/accounts/usage.ts';
import { exampleOwnKey } from '../../schemas/resources/keys/key_policy.ts';
import { exampleOptOut, exampleSettings } from '../../schemas/resources/opt_outs/opt_out.ts';
import { examplePlanResult } from '../../schemas/resources/plans/plan_result.ts';
import type { Examples } from '../types.ts';

export const accounts: Readonly<Record<string, Examples>> = {
  getMe: {
    answers: {
      account: {
        summary: 'The key’s account.',
        value: { account: exampleAccount, usage: exampleUsage, tiers: [exampleTier], key: exampleOwnKey },
      },
    },
  },
  getUsage: {
    answers: { usage: { summary: 'A plan with a cap.', value: exampleUsage } },
  },
  listFigures: {
    answers: { days: { summary: 'A day with texts.', value: exampleFigures } },
  },
  exportFigures: {
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
      own: { summary: 'Of an account key.', value: { accounts: [exampleAccount] } },
      linked: {
        summary: 'Of a platform key.',
        value: { accounts: [{ ...exampleAccount, linked_at: '2026-10-02T12:00:00.000Z' }] },
      },
    },
  },
  listTiers: {
    answers: { tiers: { summary: 'The tiers.', value: { tiers: [exampleTier] } } },
  },
  changePlan: {
    bodies: { growth: { summary: 'A change of plan.', value: { plan: 'growth' } } },
    answers: {
      switched: {
        summary: 'A live subscription was switched.',
        value: examplePlanResult,
      },
      already: {
        summary: 'The account is on the plan already.',
        value: {
          ...examplePlanResult,
          plan: 'starter',
          changed: false,
          detail: 'the account is on this plan already',
          usage: exampleUsage,
        },
      },
      checkout: {
        summary: 'There is no live subscription: a person has to pay.',
        value: {
          ...examplePlanResult,
          applied: false,
          changed: false,
          method: 'checkout',
          checkout_url: 'https://texts.example/checkout/c_8fk2',
          detail: 'nothing has changed yet: complete the payment at checkout_url',
          usage: {
            ...exampleUsage,
            plan: null,
            subscription_status: null,
            can_send: false,
            reason: 'no_plan',
          },
        },
      },
    },
  },
  getQuietHours: {
    answers: { hours: { summary: 'At night.', value: { quiet_hours: exampleQuietHours } } },
  },
  setQuietHours: {
    bodies: {
      night: {
        summary: 'Over night.',
        value: { time_zone: 'Europe/Berlin', from: '21:30', until: '07:00' },
      },
    },
    answers: {
      hours: { summary: 'As they are kept.', value: { quiet_hours: exampleQuietHours } },
    },
  },
  clearQuietHours: {
    answers: { none: { summary: 'None any more.', value: { quiet_hours: null } } },
  },
  listOptOuts: {
    answers: {
      page: { summary: 'One who wrote STOP.', value: { opt_outs: [exampleOptOut], next_cursor: null } },
    },
  },
  addOptOut: {
    answers: {
      added: {
        summary: 'It was added.',
        value: { opt_out: { ...exampleOptOut, source: 'api', message_id: null } },
      },
    },
  },
  removeOptOut: {
    answers: { removed: { summary: 'As it was.', value: { opt_out: exampleOptOut } } },
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
  getOptOutSettings: {
    answers: { settings: { summary: 'The settings.', value: exampleSettings } },
  },
  setOptOutSettings: {
    bodies: {
      german: {
        summary: 'A word and a confirmation in German.',
        value: { stop_words: ['abmelden'], stop_answer: 'Sie erhalten keine Nachrichten mehr von uns.' },
      },
    },
    answers: { settings: { summary: 'As they are kept.', value: exampleSettings } },
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
