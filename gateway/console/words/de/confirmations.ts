// Texts that a person confirms before they leave.

import type { confirmations as english } from '../en/confirmations.ts';
import { number } from '../formats.ts';

export const confirmations: typeof english = {
  lead: 'SMS, die Programme senden wollen und die zuerst jemand hier bestätigt. Welche das sind, sagen die Limits eines Schlüssels.',
  waiting: 'Wartet',
  decided: 'Entschieden',
  text: (id: number) => `SMS ${number(id)}`,
  askedBy: '{text}, angefragt von {key} um {at}. Sie kann bis {until} bestätigt werden.',
  became: '{text} von {key}: {decision}, {at}',
  becameByLink: '{text} von {key}: {decision} über einen Link, {at}',
  decisions: {
    confirmed: 'bestätigt',
    rejected: 'abgelehnt',
    expired: 'nicht rechtzeitig bestätigt',
    withdrawn: 'beendet, bevor jemand entschied',
  },
  confirm: 'Bestätigen',
  confirmTitle: 'Diese SMS senden?',
  confirmWhy: (to: string) => `Sie geht an ${to}, sobald es möglich ist.`,
  reject: 'Ablehnen',
  rejectTitle: 'Diese SMS ablehnen?',
  rejectWhy: 'Sie wird nicht gesendet und zählt nicht mehr. Das lässt sich nicht rückgängig machen.',
  makeLink: 'Link erstellen',
  linkTitle: 'Ein Link für diese SMS',
  linkHelp:
    'Wer ihn hat, kann diese SMS einmal bestätigen oder ablehnen, ohne sich anzumelden. Ein neuerer Link ersetzt ihn.',
  noneWait: 'Keine SMS wartet',
  noneWaitHelp:
    'Wählen Sie in den Limits eines Schlüssels „Eine Person bestätigt“. Seine SMS warten dann hier.',
  noneDecided: 'Noch nichts entschieden',
  noneDecidedHelp: 'Was bestätigt wurde, abgelehnt wurde oder zu lange gewartet hat, bleibt hier stehen.',
  linkAsks: 'Diese SMS senden?',
  linkLead: '„{account}“ möchte diese SMS an {to} senden. Sie können sie bis {until} bestätigen.',
  linkDone: 'Sie können diese Seite schließen.',
  linkDead:
    'Über die SMS wurde schon entschieden, ihre Zeit ist vorbei, oder ein neuerer Link hat diesen ersetzt.',
  confirmedTitle: 'Die SMS ist bestätigt',
  rejectedTitle: 'Die SMS ist abgelehnt',
};
