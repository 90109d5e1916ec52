// Texts that a person confirms before they leave.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';

export const confirmations = inLanguage('confirmations', {
  lead: 'Texts that programs want to send, and that somebody here confirms first. The limits of a key say which.',
  waiting: 'Waiting',
  decided: 'Decided',
  text: (id: number) => `Text ${number(id)}`,
  askedBy: '{text}, asked for by {key} at {at}. It can be confirmed until {until}.',
  became: '{text} of {key}: {decision}, {at}',
  becameByLink: '{text} of {key}: {decision} by a link, {at}',
  decisions: {
    confirmed: 'confirmed',
    rejected: 'rejected',
    expired: 'not confirmed in time',
    withdrawn: 'ended before anybody decided',
  },
  confirm: 'Confirm',
  confirmTitle: 'Send this text?',
  confirmWhy: (to: string) => `It goes to ${to} as soon as it can.`,
  reject: 'Reject',
  rejectTitle: 'Reject this text?',
  rejectWhy: 'It will not be sent, and no longer counts. This cannot be undone.',
  makeLink: 'Make a link',
  linkTitle: 'A link for this text',
  linkHelp:
    'Whoever has it can confirm or reject this text, once, without signing in. A newer link replaces it.',
  noneWait: 'No text is waiting',
  noneWaitHelp: 'Set “A person confirms” in the limits of a key. Its texts then wait here.',
  noneDecided: 'Nothing was decided yet',
  noneDecidedHelp: 'What was confirmed, rejected or left waiting for too long stays here.',
  linkAsks: 'Send this text?',
  linkLead: '“{account}” wants to send this text to {to}. You can confirm it until {until}.',
  linkDone: 'You can close this page.',
  linkDead: 'The text was decided already, its time is over, or a newer link replaced this one.',
  confirmedTitle: 'The text is confirmed',
  rejectedTitle: 'The text is rejected',
});
