// Sending to a list: a file or a group, its columns, its text and its rows.

import type { bulk as english } from '../en/bulk.ts';
import { number } from '../formats.ts';
import { plural } from './plural.ts';

export const bulk: typeof english = {
  segments: (n: number) => `${plural(n, 'Segment', 'Segmente')}`,
  segmentsLeave: (n: number) => `${plural(n, 'Segment', 'Segmente')}, wird {at} gesendet`,
  moreRows: (n: number) => `Und ${plural(n, 'weitere Zeile', 'weitere Zeilen')} wie diese.`,
  rowsChecked: (n: number) => `${plural(n, 'Zeile', 'Zeilen')} geprüft …`,
  sentOn: 'Diese Liste wurde am {at} als „{name}“ gesendet.',
  texts: (n: number) => `${plural(n, 'SMS', 'SMS')}`,
  leftOut: (n: number) =>
    `${plural(n, 'Zeile', 'Zeilen')} können nicht gesendet werden und werden ausgelassen. Sie stehen unten zuerst.`,
  stopsAt: (left: number) =>
    `Der Tarif hat diesen Monat noch ${plural(left, 'SMS', 'SMS')} übrig: Dort hält die Rundnachricht an und geht mit einem größeren Tarif oder nächsten Monat weiter.`,
  noColumn: (missing: string, names: string) =>
    `Die Liste hat keine Spalte ${missing}. Ihre Spalten sind ${names}.`,
  tooLong: (most: number, lines: string) =>
    `Der Text ist länger als ${number(most)} Zeichen in Zeile ${lines}.`,
  andMore: (n: number) => `und ${number(n)} weitere`,
  rows: (n: number) => `${plural(n, 'Zeile', 'Zeilen')}`,
  repeated: (n: number, named: string) =>
    `${plural(n, 'Nummer steht', 'Nummern stehen')} in mehr als einer Zeile und bekämen für jede eine SMS: ${named}.`,
  braces: (n: number, example: string, line: number) =>
    `${plural(n, 'Zeile', 'Zeilen')} würden mit geschweiften Klammern gesendet, wie „${example}“ in Zeile ${number(line)}: Dort wird nichts eingesetzt.`,
  unreadable: (n: number) =>
    `${plural(n, 'Zeile enthält', 'Zeilen enthalten')} „�“ für Buchstaben, die nicht gelesen werden konnten.`,
  noText: 'In dieser Zeile steht kein Text.',
  noNumber: 'In dieser Zeile steht keine Nummer.',
  rowsCaption: 'Die Zeilen der Liste, zuerst die, die nicht gesendet werden können',
  line: 'Zeile',
  verdict: 'Ergebnis',
  tooLarge: 'Die Datei ist größer als 20 MB. Bitte teilen Sie sie.',
  chooseGroup: 'Gruppe auswählen',
  emptyGroup: (name: string) => `In der Gruppe ${name} ist niemand.`,
  chooseTitle: 'Eine Datei mit Nummer und Text in jeder Zeile, oder eine Gruppe von Kontakten',
  chooseHelp:
    'Eine CSV- oder Excel-Datei (.xlsx). Nennen Sie die Spalten in der ersten Zeile „Nummer“ und „Text“, oder wählen Sie sie danach aus. Eine Spalte „send_at“ sagt, wann jede SMS gesendet wird.',
  changeText: 'Text ändern',
  writeText: 'Einen Text für alle schreiben',
  chooseOther: 'Andere Datei auswählen',
  title: 'An eine Liste senden',
  lead: 'Viele SMS aus einer Datei oder an eine Gruppe. Nichts wird gesendet, bevor Sie jede Zeile geprüft haben.',
  encodingUnknown: 'Die Datei sagt nicht, welchen Zeichensatz sie verwendet',
  encodingChosen: 'Zeichensatz der Datei',
  encodingHelp: 'Sehen Sie sich die Texte unten an. Wenn Buchstaben falsch sind, wählen Sie einen anderen.',
  chooseColumn: 'Spalte auswählen',
  column: (n: number) => `Spalte ${number(n)}`,
  oneText: 'Ich schreibe einen Text für alle',
  columns: 'Spalten',
  whichColumns: 'In welcher Spalte steht die Nummer, in welcher der Text?',
  hasHead: 'Die erste Zeile benennt die Spalten',
  firstRows: 'Die ersten Zeilen der Datei',
  writeTheText: 'Text schreiben',
  lookAtRows: 'Zeilen ansehen',
  encodings: {
    'windows-1252': 'Westeuropäisch (Windows)',
    'windows-1250': 'Mitteleuropäisch (Windows)',
    'windows-1251': 'Kyrillisch (Windows)',
    'windows-1253': 'Griechisch (Windows)',
    'windows-1254': 'Türkisch (Windows)',
    macintosh: 'Westeuropäisch (Mac)',
  },
  badSheet:
    'Diese Tabelle kann nicht gelesen werden. Speichern Sie sie als .xlsx oder CSV und wählen Sie diese Datei.',
  oldSheet:
    'Diese Tabelle hat ein altes Format. Speichern Sie sie als .xlsx oder CSV und wählen Sie diese Datei.',
  noRows: 'Die Datei hat keine Zeilen.',
  tooManyRows: (most: number) => `Die Datei hat mehr als ${number(most)} Zeilen. Bitte teilen Sie sie.`,
  sentBefore: 'Schon gesendet',
  seeIt: 'Ansehen',
  sendAllAgain: 'Alle noch einmal als neue Rundnachricht senden',
  broadcast: 'Rundnachricht',
  toSend: 'zu senden',
  nameHelp: 'Unter diesem Namen finden Sie die Rundnachricht wieder.',
  mayClose: 'Der Dienst sendet sie von selbst. Sobald er alle hat, können Sie diese Seite schließen.',
  theText: 'Der Text',
  textForAll: 'Der Text für alle',
  textHelp: 'Der Name einer Spalte in geschweiften Klammern steht für das, was die Zeile dort hat.',
  preview: 'So sieht er für die ersten Zeilen aus:',
  uploaded: (done: number, all: number) => `${number(done)} von ${number(all)} Zeilen hochgeladen …`,
  inLines: (number: string, lines: string) => `${number} (Zeilen ${lines})`,
};
