// People who want no texts.

import type { optOuts as english } from '../en/opt_outs.ts';
import { number } from '../formats.ts';

export const optOuts: typeof english = {
  imported: (added: number, known: number, faulty: number) =>
    `${number(added)} hinzugefügt, ${number(known)} schon da, ${number(faulty)} nicht verstanden.`,
  atLine: (line: number, error: string) => `Zeile ${number(line)}: ${error}`,
  since: 'Seit {at}, {source}',
  noAnswer: 'Keine Antwort',
  stopWords: 'Weitere Wörter für STOP',
  stopWordsHelp: 'In der Sprache Ihrer Empfänger, mit Kommas getrennt. Höchstens 20.',
  stopAnswer: 'Antwort auf STOP',
  stopAnswerHelp: 'Die eine SMS, die noch an eine Person geht, die STOP geschrieben hat.',
  startAnswer: 'Antwort auf START',
  helpAnswer: 'Antwort auf HELP',
  helpAnswerHelp: 'Wer Sie sind, und dass STOP die SMS beendet.',
  settingsSaved: 'Die Einstellungen sind gespeichert.',
  wordsTitle: 'Wörter und Antworten',
  wordsLead:
    'STOP, UNSUBSCRIBE, CANCEL, END, QUIT und ähnliche Wörter wirken immer. Antworten zählen als SMS, und jede Person bekommt höchstens eine jeder Art am Tag.',
  sources: {
    keyword: 'schrieb es in einer SMS',
    api: 'von einem Programm hinzugefügt',
    import: 'aus einer Datei',
    console: 'von Hand hinzugefügt',
  },
  add: 'Nummer hinzufügen',
  addTitle: 'Nummer abmelden',
  addAction: 'Abmelden',
  addHelp: 'Dorthin wird nichts mehr gesendet. Noch wartende SMS werden abgebrochen.',
  removeOf: (address: string) => `Wieder an ${address} senden?`,
  removeWroteStop:
    'Sie hat geschrieben, dass sie keine SMS möchte. Entfernen Sie sie nur, wenn sie es sich seither anders überlegt hat.',
  removeWhy: 'SMS an diese Nummer werden sofort wieder angenommen.',
  csvFile: 'Datei',
  csvHelp: 'Eine CSV- oder Excel-Datei mit höchstens 10.000 Zeilen. Jede beginnt mit einer Telefonnummer.',
  lead: 'Personen, die keine SMS von diesem Konto möchten. Wer STOP schreibt, kommt dazu, und wer START schreibt, wird wieder entfernt.',
  search: 'Nummer suchen',
  searchHint: 'Eine ganze Telefonnummer',
  nobody: 'Niemand hat sich abgemeldet',
  nobodyHelp: 'Hier stehen Personen, die eine SMS mit STOP beantworten.',
  notOptedOut: 'Nicht abgemeldet',
  notOptedOutHelp: 'An diese Nummer kann gesendet werden.',
  importTitle: 'Datei importieren',
};
