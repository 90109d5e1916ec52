// Words of the parts that pages are made of.

import type { parts as english } from '../en/parts.ts';
import { number } from '../formats.ts';

export const parts: typeof english = {
  ofPeriod: (period: string, values: string) => `${period}: ${values}`,
  ofValue: (texts: number, name: string) => `${name}: ${number(texts)}`,
  copied: 'Kopiert',
  selected: 'Markiert: mit Strg+C kopieren',
  copy: 'Kopieren',
  copyOf: (what: string) => `${what} kopieren`,
  noFile: 'Die Datei konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.',
  send: 'Senden',
  sendWhat: (what: string) => `${what} senden`,
  scheduleFor: (at: string) => `Für ${at} planen`,
  scheduleWhat: (what: string, at: string) => `${what} für ${at} planen`,
  sendLater: 'Später senden',
  leavesAt: 'Senden um',
  removeTime: 'Zeit entfernen',
  urgent: (from: string, until: string) => `Dringend: auch in den Ruhezeiten senden (${from} bis ${until})`,
  viewerNote:
    'Sie können hier lesen, aber nicht senden: Ihre Rolle ist Leser. Ein Admin dieses Kontos kann das ändern.',
  howItWorks: 'So funktioniert es',
  span: (from: string, to: string) => `${from} bis ${to}`,
  showMore: 'Mehr anzeigen',
  actions: 'Aktionen',
  language: 'Sprache',
  noLanguage: 'Die Sprache konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.',
  onlyOnce: 'Kopieren Sie es jetzt. Es wird nicht noch einmal gezeigt.',
  haveCopied: 'Ich habe es kopiert',
  adminsOnly: 'Ein Admin dieses Kontos kann das ändern.',
  typedIsKept: 'Ihre Eingaben bleiben erhalten. Versuchen Sie es erneut, sobald der Dienst zurück ist.',
  loading: 'Wird geladen',
  asksAgain: 'Die Seite versucht es von selbst erneut.',
  when: 'Wann',
  usedOfMonth: (percent: number) => `${number(percent)} % der SMS dieses Monats verbraucht`,
};
