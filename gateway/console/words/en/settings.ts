// The account’s own settings.
import { inLanguage } from '../language.ts';

export const settings = inLanguage('settings', {
  idIs: 'Its ID is {id}. Platforms ask for it.',
  quietSaved: 'The quiet hours are saved.',
  quietEnded: 'Quiet hours are off now.',
  saveQuiet: 'Save quiet hours',
  setQuiet: 'Set quiet hours',
  until: 'Until',
  timeZone: 'Time zone',
  timeZoneHelp: 'Type a city, like Berlin, and choose.',
  endQuiet: 'Turn quiet hours off',
  endQuietTitle: 'Send at any hour?',
  endQuietWhy:
    'From now on texts are sent at any hour. Those already waiting for the end of quiet hours keep waiting.',
  quietLead:
    'Texts written during these hours wait until they end, unless they are urgent. Answers to STOP, START and HELP are sent right away.',
  noQuiet: 'You have no quiet hours.',
  countryHelp: 'Numbers without a country code are read as numbers of this country.',
  mails: 'Mails to your people',
  mailsLead:
    'Whoever wants it gets a mail about new replies. Each person chooses that in their own settings.',
  mailsWords: 'Quote texts in mails',
  mailsWordsHelp: 'If off, mails only say who wrote and when.',
  keptLead: 'How long texts are kept, forgetting a person, taking everything along, and who changed what.',
  openKept: 'See what is kept',
  saved: 'The account is saved.',
  lead: 'These belong to the account. Your own settings are under your name.',
});
