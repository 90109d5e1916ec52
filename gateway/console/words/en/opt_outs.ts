// People who want no texts.
import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';

export const optOuts = inLanguage('optOuts', {
  imported: (added: number, known: number, faulty: number) =>
    `${number(added)} added, ${number(known)} already there, ${number(faulty)} not understood.`,
  atLine: (line: number, error: string) => `Line ${number(line)}: ${error}`,
  since: 'Since {at}, {source}',
  noAnswer: 'No answer',
  stopWords: 'More words for STOP',
  stopWordsHelp: 'In your recipients’ language, separated by commas. At most 20.',
  stopAnswer: 'Answer to STOP',
  stopAnswerHelp: 'The one text that is still sent to a person who wrote STOP.',
  startAnswer: 'Answer to START',
  helpAnswer: 'Answer to HELP',
  helpAnswerHelp: 'Who you are, and that STOP ends the texts.',
  settingsSaved: 'The settings are saved.',
  wordsTitle: 'Words and answers',
  wordsLead:
    'STOP, UNSUBSCRIBE, CANCEL, END, QUIT and similar words always work. Answers count as texts, and each person gets at most one of each kind a day.',
  sources: {
    keyword: 'wrote it in a text',
    api: 'added by a program',
    import: 'from a file',
    console: 'added by hand',
  },
  add: 'Add a number',
  addTitle: 'Opt a number out',
  addAction: 'Opt out',
  addHelp: 'Nothing is sent to it any more. Texts still waiting for it are cancelled.',
  removeOf: (address: string) => `Send to ${address} again?`,
  removeWroteStop:
    'They wrote that they want no texts. Remove them only if they have changed their mind since.',
  removeWhy: 'Texts to this number are accepted again right away.',
  csvFile: 'File',
  csvHelp: 'A CSV or Excel file with at most 10,000 lines. Each begins with a phone number.',
  lead: 'People who want no texts from this account. Anyone who writes STOP is added, and removed again when they write START.',
  search: 'Look for a number',
  searchHint: 'A whole phone number',
  nobody: 'Nobody has opted out',
  nobodyHelp: 'People who answer a text with STOP are listed here.',
  notOptedOut: 'Not opted out',
  notOptedOutHelp: 'This number can be texted.',
  importTitle: 'Import a file',
});
