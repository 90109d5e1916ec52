// Contacts and their groups.

import type { contacts as english } from '../en/contacts.ts';
import { number } from '../formats.ts';
import { plural } from './plural.ts';

export const contacts: typeof english = {
  groupOf: (name: string, members: number) => `${name} (${number(members)})`,
  members: (n: number) => `${plural(n, 'Kontakt', 'Kontakte')}`,
  imported: (added: number, changed: number, known: number, refused: number) =>
    `${number(added)} hinzugefügt, ${number(changed)} geändert, ${number(known)} unverändert, ${number(refused)} nicht angenommen.`,
  atLine: (line: number, error: string) => `Zeile ${number(line)}: ${error}`,
  changeTitle: 'Kontakt ändern',
  addTitle: 'Kontakt hinzufügen',
  add: 'Hinzufügen',
  note: 'Notiz',
  groups: 'Gruppen',
  removeOf: (name: string) => `${name} entfernen?`,
  removeWhy: 'Die Nummer wird wieder ohne Namen gezeigt. Ihre SMS bleiben.',
  asCsv: 'Als CSV',
  asVCards: 'Als vCards',
  nobody: 'Niemand gefunden',
  nobodyHelp: 'Kein Kontakt hat diesen Namen oder diese Ziffern in der Nummer.',
  none: 'Noch keine Kontakte',
  noneHelp: 'Fügen Sie Personen einzeln hinzu, oder importieren Sie Ihr Adressbuch aus einer Datei.',
  search: 'Kontakte suchen',
  searchHint: 'Ein Name oder ein Teil einer Nummer',
  group: 'Gruppe',
  allGroups: 'Alle Gruppen',
  lead: 'Die Personen, die Sie kennen. Überall in der Konsole sehen Sie ihren Namen statt der Nummer.',
  importTitle: 'Kontakte importieren',
  groupsTitle: 'Kontaktgruppen',
  removeGroup: (name: string) => `Gruppe ${name} entfernen?`,
  removeGroupWhy: 'Ihre Mitglieder bleiben Kontakte.',
  makeGroup: 'Gruppe anlegen',
  newGroup: 'Name der neuen Gruppe',
  file: 'Datei',
  fileHelp:
    'vCards, oder eine CSV- oder Excel-Datei, deren erste Zeile die Spalten benennt: name und number, dazu note und groups, wenn es sie gibt. Höchstens 100.000 Kontakte.',
};
