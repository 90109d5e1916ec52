// Sending to a list: a file or a group, its columns, its text and its rows.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';
import { plural } from './plural.ts';

export const bulk = inLanguage('bulk', {
  segments: (n: number) => `${plural(n, 'segment', 'segments')}`,
  segmentsLeave: (n: number) => `${plural(n, 'segment', 'segments')}, to be sent {at}`,
  moreRows: (n: number) => `And ${plural(n, 'more row', 'more rows')} like these.`,
  rowsChecked: (n: number) => `${plural(n, 'row', 'rows')} checked …`,
  sentOn: 'This list was sent on {at}, as “{name}”.',
  texts: (n: number) => `${plural(n, 'text', 'texts')}`,
  leftOut: (n: number) =>
    `${plural(n, 'row', 'rows')} cannot be sent and will be left out. They are listed first below.`,
  stopsAt: (left: number) =>
    `This month’s plan has ${plural(left, 'text', 'texts')} left: it will stop there, and goes on with a larger plan or next month.`,
  noColumn: (missing: string, names: string) =>
    `The list has no column ${missing}. Its columns are ${names}.`,
  tooLong: (most: number, lines: string) =>
    `The text is longer than ${number(most)} characters in line ${lines}.`,
  andMore: (n: number) => `and ${number(n)} more`,
  rows: (n: number) => `${plural(n, 'row', 'rows')}`,
  repeated: (n: number, named: string) =>
    `${plural(n, 'number is', 'numbers are')} in more than one row and would get a text for each: ${named}.`,
  braces: (n: number, example: string, line: number) =>
    `${plural(n, 'row', 'rows')} would be sent with braces, like “${example}” in line ${number(line)}: nothing is filled in for them.`,
  unreadable: (n: number) =>
    `${plural(n, 'row', 'rows')} contain “�”, which stands for letters that could not be read.`,
  noText: 'There is no text in this row.',
  noNumber: 'There is no number in this row.',
  rowsCaption: 'The rows of the list, with those that cannot be sent first',
  line: 'Line',
  verdict: 'Result',
  tooLarge: 'The file is larger than 20 MB. Please split it.',
  chooseGroup: 'Choose a group',
  emptyGroup: (name: string) => `Nobody is in the group ${name}.`,
  chooseTitle: 'A file with a number and a text in each row, or a group of contacts',
  chooseHelp:
    'A CSV or Excel file (.xlsx). Name the columns “number” and “text” in the first line, or choose them afterwards. A column “send_at” says when to send each text.',
  changeText: 'Change the text',
  writeText: 'Write one text for all',
  chooseOther: 'Choose another file',
  title: 'Send to a list',
  lead: 'Many texts from a file, or to a group. Nothing is sent before you have checked every row.',
  encodingUnknown: 'The file does not say which character set it uses',
  encodingChosen: 'The file’s character set',
  encodingHelp: 'Look at the texts below. If letters are wrong, choose another one.',
  chooseColumn: 'Choose a column',
  column: (n: number) => `Column ${number(n)}`,
  oneText: 'I will write one text for all',
  columns: 'Columns',
  whichColumns: 'Which column has the number, and which the text?',
  hasHead: 'The first line names the columns',
  firstRows: 'The first rows of the file',
  writeTheText: 'Write the text',
  lookAtRows: 'Look at the rows',
  encodings: {
    'windows-1252': 'Western European (Windows)',
    'windows-1250': 'Central European (Windows)',
    'windows-1251': 'Cyrillic (Windows)',
    'windows-1253': 'Greek (Windows)',
    'windows-1254': 'Turkish (Windows)',
    macintosh: 'Western European (Mac)',
  },
  badSheet: 'This spreadsheet cannot be read. Save it as .xlsx or CSV, and choose that file.',
  oldSheet: 'This spreadsheet has an old format. Save it as .xlsx or CSV, and choose that file.',
  noRows: 'The file has no rows.',
  tooManyRows: (most: number) => `The file has more than ${number(most)} rows. Please split it.`,
  sentBefore: 'Sent before',
  seeIt: 'See it',
  sendAllAgain: 'Send all again as a new broadcast',
  broadcast: 'Broadcast',
  toSend: 'to send',
  nameHelp: 'You find the broadcast by this name.',
  mayClose: 'The service sends them by itself. Once it has them all, you can close this page.',
  theText: 'The text',
  textForAll: 'The text for all',
  textHelp: 'A column’s name in braces stands for what that row has there.',
  preview: 'How it looks for the first rows:',
  uploaded: (done: number, all: number) => `${number(done)} of ${number(all)} rows uploaded …`,
  inLines: (number: string, lines: string) => `${number} (lines ${lines})`,
});
