// What was sent to a list.

import type { broadcasts as english } from '../en/broadcasts.ts';
import { number } from '../formats.ts';
import { plural } from './plural.ts';

export const broadcasts: typeof english = {
  recipients: (n: number) => `${plural(n, 'Empfänger', 'Empfänger')}`,
  ofRecipients: (n: number) => `von ${plural(n, 'Empfänger', 'Empfängern')}`,
  partShare: (name: string, percent: number) => `${name}: ${number(percent)} %`,
  pausedItself: (why: string) => `Sie hat von selbst angehalten. ${why}`,
  begins: 'Beginnt {at}.',
  ofFailed: 'An alle, bei denen <link>diese Rundnachricht</link> fehlgeschlagen ist.',
  filters: { all: 'Alle' },
  refused: 'Abgewiesen',
  toGo: 'Noch zu senden',
  notSent: 'Nicht gesendet',
  andReplied: 'und beantwortet',
  rows: 'Die Empfänger',
  rowsField: 'Empfänger',
  noRows: 'Keine Empfänger.',
  rowsCaption: 'Die Empfänger der Rundnachricht',
  row: 'Nummer',
  outcome: 'Was daraus wurde',
  onTheirWay: 'Unterwegs',
  progress: 'Fortschritt',
  cancelRest: 'Rest abbrechen',
  cancelRestTitle: 'Den Rest dieser Rundnachricht abbrechen?',
  cancelRestWhy:
    'Es wird nichts mehr gesendet, auch keine SMS, die schon wartet. Was gesendet ist, bleibt gesendet. Das kann nicht rückgängig gemacht werden.',
  nameOfFailed: (name: string) => `${name} (Fehlgeschlagene)`,
  sendToFailed: 'An Fehlgeschlagene senden',
  sendTo: (n: number) => `An ${plural(n, 'Empfänger', 'Empfänger')} senden`,
  pause: 'Pause',
  goOn: 'Fortsetzen',
  pausedHelp:
    'Bis Sie fortsetzen, wird nichts mehr gesendet. SMS, die schon auf ein Handy oder einen Anbieter warten, höchstens 500, werden noch gesendet.',
  urgent: 'Auch in den Ruhezeiten gesendet.',
  broadcast: 'Rundnachricht',
  noSuch: 'Diese Rundnachricht gibt es nicht',
  all: 'Alle Rundnachrichten',
  noSuchHelp: 'Vielleicht war es ein Entwurf, der nie gestartet wurde: Die werden nach einem Monat gelöscht.',
  lead: 'SMS an viele auf einmal. Der Dienst sendet sie von selbst und zählt, was aus ihnen wird.',
  none: 'Noch nichts an eine Liste gesendet',
  noneHelp:
    'Wählen Sie eine Datei mit einer Nummer in jeder Zeile, schreiben Sie einen Text und prüfen Sie, was gesendet wird.',
  caption: 'Die Rundnachrichten, neueste zuerst',
  recipientsName: 'Empfänger',
  started: 'Gestartet',
  states: {
    draft: 'Nicht gestartet',
    running: 'Wird gesendet',
    paused: 'Angehalten',
    done: 'Fertig',
    cancelled: 'Abgebrochen',
    scheduled: 'Geplant',
  },
  pauses: {
    account_suspended: 'Der Betreiber hat dieses Konto gesperrt. Setzen Sie fort, sobald es freigegeben ist.',
    cap_reached:
      'Die SMS dieses Monats sind verbraucht. Setzen Sie mit einem größeren Tarif oder nächsten Monat fort.',
    no_plan: 'Das Konto hat keinen Tarif. Wählen Sie einen und setzen Sie dann fort.',
    no_subscription: 'Das Abonnement ist beendet. Erneuern Sie es und setzen Sie dann fort.',
    no_route:
      'Es ist nichts verbunden, das diese SMS senden könnte. Verbinden Sie ein Handy und setzen Sie dann fort.',
  },
  mayNotSend: 'Das Konto kann gerade nicht senden.',
};
