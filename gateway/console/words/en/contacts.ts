// Contacts and their groups.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';
import { plural } from './plural.ts';

export const contacts = inLanguage('contacts', {
  groupOf: (name: string, members: number) => `${name} (${number(members)})`,
  members: (n: number) => `${plural(n, 'contact', 'contacts')}`,
  imported: (added: number, changed: number, known: number, refused: number) =>
    `${number(added)} added, ${number(changed)} changed, ${number(known)} unchanged, ${number(refused)} not accepted.`,
  atLine: (line: number, error: string) => `Line ${number(line)}: ${error}`,
  changeTitle: 'Change a contact',
  addTitle: 'Add a contact',
  add: 'Add',
  note: 'Note',
  groups: 'Groups',
  removeOf: (name: string) => `Remove ${name}?`,
  removeWhy: 'The number is shown without a name again. Its texts stay.',
  asCsv: 'As CSV',
  asVCards: 'As vCards',
  nobody: 'Nobody found',
  nobodyHelp: 'No contact has this name, or these digits in their number.',
  none: 'No contacts yet',
  noneHelp: 'Add people one by one, or import your address book from a file.',
  search: 'Search contacts',
  searchHint: 'A name, or any part of a number',
  group: 'Group',
  allGroups: 'All groups',
  lead: 'The people you know. Everywhere in the console, you see their name instead of their number.',
  importTitle: 'Import contacts',
  groupsTitle: 'Contact groups',
  removeGroup: (name: string) => `Remove the group ${name}?`,
  removeGroupWhy: 'Its members stay in your contacts.',
  makeGroup: 'Add a group',
  newGroup: 'Name of the new group',
  file: 'File',
  fileHelp:
    'vCards, or a CSV or Excel file whose first line names the columns: name and number, and also note and groups if you have them. At most 100,000 contacts.',
});
