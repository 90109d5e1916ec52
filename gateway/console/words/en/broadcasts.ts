// What was sent to a list.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';
import { plural } from './plural.ts';

export const broadcasts = inLanguage('broadcasts', {
  recipients: (n: number) => `${plural(n, 'recipient', 'recipients')}`,
  ofRecipients: (n: number) => `of ${plural(n, 'recipient', 'recipients')}`,
  partShare: (name: string, percent: number) => `${name}: ${number(percent)} %`,
  pausedItself: (why: string) => `It paused by itself. ${why}`,
  begins: 'Begins {at}.',
  ofFailed: 'For the recipients that failed in <link>this broadcast</link>.',
  filters: { all: 'All' },
  refused: 'Refused',
  toGo: 'Still to send',
  notSent: 'Not sent',
  andReplied: 'and replied',
  rows: 'The recipients',
  rowsField: 'Recipients',
  noRows: 'No recipients.',
  rowsCaption: 'The recipients of the broadcast',
  row: 'Number',
  outcome: 'What became of it',
  onTheirWay: 'On their way',
  progress: 'Progress',
  cancelRest: 'Cancel the rest',
  cancelRestTitle: 'Cancel the rest of this broadcast?',
  cancelRestWhy:
    'Nothing more is sent, not even texts that are waiting already. What has been sent stays sent. This cannot be undone.',
  nameOfFailed: (name: string) => `${name} (those that failed)`,
  sendToFailed: 'Send to those that failed',
  sendTo: (n: number) => `Send to ${plural(n, 'recipient', 'recipients')}`,
  pause: 'Pause',
  goOn: 'Resume',
  pausedHelp:
    'Nothing more is sent until you resume it. Texts already waiting for a phone or carrier, at most 500, still go out.',
  urgent: 'Also sent during quiet hours.',
  broadcast: 'Broadcast',
  noSuch: 'There is no such broadcast',
  all: 'All broadcasts',
  noSuchHelp: 'It may be a draft that was never started: those are deleted after a month.',
  lead: 'Texts to many people at once. The service sends them by itself, and counts what becomes of them.',
  none: 'Nothing sent to a list yet',
  noneHelp: 'Choose a file with a number in each row, write a text, and check what will be sent.',
  caption: 'The broadcasts, newest first',
  recipientsName: 'Recipients',
  started: 'Started',
  states: {
    draft: 'Not started',
    running: 'Sending',
    paused: 'Paused',
    done: 'Done',
    cancelled: 'Cancelled',
    scheduled: 'Scheduled',
  },
  pauses: {
    account_suspended:
      'The operator has suspended this account. Resume the broadcast once the account can send again.',
    cap_reached: 'This month’s texts are used up. Resume with a larger plan, or next month.',
    no_plan: 'The account has no plan. Choose one, then resume.',
    no_subscription: 'The subscription has ended. Renew it, then resume.',
    no_route: 'Nothing is connected that could send these texts. Connect a phone, then resume.',
  },
  mayNotSend: 'The account cannot send at the moment.',
});
