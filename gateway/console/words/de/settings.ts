// The account’s own settings.
import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  idIs: 'Seine ID ist {id}. Plattformen fragen danach.',
  quietSaved: 'Die Ruhezeiten sind gespeichert.',
  quietEnded: 'Es gibt keine Ruhezeiten mehr.',
  saveQuiet: 'Ruhezeiten speichern',
  setQuiet: 'Ruhezeiten festlegen',
  until: 'Bis',
  timeZone: 'Zeitzone',
  timeZoneHelp: 'Tippen Sie eine Stadt, wie Berlin, und wählen Sie.',
  endQuiet: 'Ruhezeiten ausschalten',
  endQuietTitle: 'Zu jeder Stunde senden?',
  endQuietWhy:
    'Ab jetzt werden SMS zu jeder Stunde gesendet. Die schon auf das Ende der Ruhezeit warten, warten weiter.',
  quietLead:
    'SMS aus diesen Stunden warten bis zu ihrem Ende, außer sie sind dringend. Antworten auf STOP, START und HELP werden sofort gesendet.',
  noQuiet: 'Sie haben keine Ruhezeiten.',
  countryHelp: 'Nummern ohne Landesvorwahl werden als Nummern dieses Landes gelesen.',
  mails: 'Mails an Ihre Leute',
  mailsLead:
    'Wer möchte, bekommt eine Mail über neue Antworten. Das wählt jeder in den eigenen Einstellungen.',
  mailsWords: 'SMS in Mails zitieren',
  mailsWordsHelp: 'Wenn aus, sagen Mails nur, wer wann geschrieben hat.',
  keptLead: 'Wie lange SMS bleiben, jemanden vergessen, alles mitnehmen, und wer was geändert hat.',
  openKept: 'Ansehen, was bleibt',
  saved: 'Das Konto ist gespeichert.',
  lead: 'Sie gehören zum Konto. Ihre eigenen Einstellungen finden Sie unter Ihrem Namen.',
};
