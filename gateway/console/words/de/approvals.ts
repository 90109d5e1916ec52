// Texts that a person approves before they leave.

import type { approvals as english } from '../en/approvals.ts';
import { number } from '../formats.ts';

export const approvals: typeof english = {
  lead: 'SMS, die Programme senden wollen und die zuerst jemand hier genehmigt. Welche das sind, sagen die Limits eines Schlüssels.',
  pending: 'Wartet',
  decided: 'Entschieden',
  text: (id: number) => `SMS ${number(id)}`,
  askedBy: '{text}, angefragt von {key} um {at}. Sie kann bis {until} genehmigt werden.',
  became: '{text} von {key}: {decision}, {at}',
  becameByLink: '{text} von {key}: {decision} über einen Link, {at}',
  decisions: {
    approved: 'genehmigt',
    rejected: 'abgelehnt',
    expired: 'nicht rechtzeitig genehmigt',
    withdrawn: 'beendet, bevor jemand entschied',
  },
  approve: 'Genehmigen',
  approveTitle: 'Diese SMS senden?',
  approveWhy: (to: string) => `Sie geht an ${to}, sobald es möglich ist.`,
  reject: 'Ablehnen',
  rejectTitle: 'Diese SMS ablehnen?',
  rejectWhy: 'Sie wird nicht gesendet und zählt nicht mehr. Das lässt sich nicht rückgängig machen.',
  makeLink: 'Link erstellen',
  linkTitle: 'Ein Link für diese SMS',
  linkHelp:
    'Wer ihn hat, kann diese SMS einmal genehmigen oder ablehnen, ohne sich anzumelden. Ein neuerer Link ersetzt ihn.',
  noneWait: 'Keine SMS wartet',
  noneWaitHelp:
    'Wählen Sie in den Limits eines Schlüssels „Eine Person genehmigt“. Seine SMS warten dann hier.',
  noneDecided: 'Noch nichts entschieden',
  noneDecidedHelp: 'Was genehmigt wurde, abgelehnt wurde oder zu lange gewartet hat, bleibt hier stehen.',
  linkAsks: 'Diese SMS senden?',
  linkLead: '„{account}“ möchte diese SMS an {to} senden. Sie können sie bis {until} genehmigen.',
  linkDone: 'Sie können diese Seite schließen.',
  linkDead:
    'Über die SMS wurde schon entschieden, ihre Zeit ist vorbei, oder ein neuerer Link hat diesen ersetzt.',
  approvedTitle: 'Die SMS ist genehmigt',
  rejectedTitle: 'Die SMS ist abgelehnt',
};
