// Keys and their limits.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';
import { plural } from './plural.ts';

export const keys = inLanguage('keys', {
  lead: 'Programs send and read texts with a key. See <docs>the reference</docs>, or <agents>the guide for agents</agents>.',
  limitsUntil: '{limits}, until {at}',
  keyOf: (id: number) => `Key ${number(id)}`,
  key: 'Key',
  made: 'Created',
  lastUsed: 'Last used',
  limits: 'Limits',
  revokeOf: (name: string) => `Revoke “${name}”?`,
  revokeWhy:
    'Programs that use it are refused within a second, for good. Texts they have sent are not affected.',
  make: 'Create API key',
  makeAction: 'Make the key',
  nameHelp: 'The program that uses it.',
  nameExample: 'Booking system',
  newKey: 'Your new key',
  sandbox: 'Sandbox',
  sandboxWhy:
    'Its texts only reach simulators and cost nothing. They are kept apart from those of this account.',
  whatItDoes:
    'What it sends only reaches simulators and costs nothing. It is kept apart from this account: <link>open the sandbox</link>.',
  forSandbox: 'For the sandbox: its texts reach nobody and cost nothing',
  title: 'API keys',
  none: 'No keys yet',
  noneHelp: 'Make one for each program, so that you can revoke each on its own.',
  may: {
    all: 'Everything',
    send: 'Read and send texts',
    sendOnly: 'Send texts, but not read them',
    read: 'Read only',
  },
  itMay: 'It may',
  itMayWriteTo: 'It may write to',
  recipientsHelp:
    'any, or writers for people who have written to this account, or numbers and prefixes: +15005550006, +1500*',
  mayDo: (scopes: string) => `May ${scopes}`,
  onlyWriters: 'only to people who wrote',
  toSome: (n: number) => `to ${plural(n, 'number or prefix', 'numbers or prefixes')}`,
  perHour: (n: number) => `${number(n)} an hour`,
  perDay: (n: number) => `${number(n)} a day`,
  from: (sender: string) => `from ${sender}`,
  approved: {
    new_recipients: 'a person approves texts to new recipients',
    always: 'a person approves each text',
  },
  onlyKnown: 'reads only texts with them',
  itReads: 'It may read',
  itReadsHelp:
    'To let it read only texts with people it may write to, first say above who they are. Everything else is then hidden from it.',
  reads: {
    all: 'All texts',
    known: 'Only texts with people it may write to',
  },
  personApproves: 'A person approves',
  personApprovesHelp: 'Such a text waits for up to 24 hours, under Approvals.',
  requireApproval: {
    never: 'No text',
    new_recipients: 'Texts to new recipients',
    always: 'Each text',
  },
  allKeys: 'All keys',
  noSuch: 'There is no such key',
  noSuchHelp: 'This account has no key with this ID.',
  limitsOf: (name: string) => `Limits of “${name}”`,
  limitsLead: 'They apply from the next text on.',
  textsAnHour: 'Texts per hour, at most',
  textsADay: 'Texts per day, at most',
  leavesBy: 'Its texts are sent from',
  leavesByHelp: 'device:1, or device:1/2 for a SIM, or one of the account’s numbers.',
  endsAt: 'Expires at',
  endsAtHelp: 'In UTC, like 2026-12-24T18:00:00Z.',
  sentWith: 'Sent with this key',
  allSentWith: 'All messages sent with this key',
  noneSent: 'Nothing sent yet',
  noneSentHelp:
    'The newest messages sent with this key are listed here. If there are very many, only the newer ones are searched.',
  refused: 'Refused',
  noneRefused: 'Nothing refused',
  noneRefusedHelp: 'What the limits of this key refuse is listed here for 90 days.',
  refusedOnce: '{at}',
  refusedOften: (n: number) => `${number(n)} times, last {at}`,
  refusals: {
    key_ended: 'It was used after it had expired',
    key_scope: 'It tried something that it may not do',
    sender_not_allowed: 'It tried to send from another sender',
    recipient_not_allowed: 'It may not write to this number',
    key_budget_reached: 'It had sent as many texts as it may',
  },
});
