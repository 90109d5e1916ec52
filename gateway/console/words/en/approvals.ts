// Texts that a person approves before they leave.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';

export const approvals = inLanguage('approvals', {
  lead: 'Texts that programs want to send, and that somebody here approves first. The limits of a key say which.',
  pending: 'Pending',
  decided: 'Decided',
  text: (id: number) => `Text ${number(id)}`,
  askedBy: '{text}, asked for by {key} at {at}. It can be approved until {until}.',
  became: '{text} of {key}: {decision}, {at}',
  becameByLink: '{text} of {key}: {decision} by a link, {at}',
  decisions: {
    approved: 'approved',
    rejected: 'rejected',
    expired: 'not approved in time',
    withdrawn: 'ended before anybody decided',
  },
  approve: 'Approve',
  approveTitle: 'Send this text?',
  approveWhy: (to: string) => `It goes to ${to} as soon as it can.`,
  reject: 'Reject',
  rejectTitle: 'Reject this text?',
  rejectWhy: 'It will not be sent, and no longer counts. This cannot be undone.',
  makeLink: 'Make a link',
  linkTitle: 'A link for this text',
  linkHelp:
    'Whoever has it can approve or reject this text, once, without signing in. A newer link replaces it.',
  noneWait: 'No pending approvals',
  noneWaitHelp: 'Set “A person approves” in the limits of a key. Its texts then wait here.',
  noneDecided: 'Nothing was decided yet',
  noneDecidedHelp: 'What was approved, rejected or left waiting for too long stays here.',
  linkAsks: 'Send this text?',
  linkLead: '“{account}” wants to send this text to {to}. You can approve it until {until}.',
  linkDone: 'You can close this page.',
  linkDead: 'The text was decided already, its time is over, or a newer link replaced this one.',
  approvedTitle: 'The text is approved',
  rejectedTitle: 'The text is rejected',
});
