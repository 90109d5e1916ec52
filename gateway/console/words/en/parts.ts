// Words of the parts that pages are made of.
import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';

export const parts = inLanguage('parts', {
  ofPeriod: (period: string, values: string) => `${period}: ${values}`,
  ofValue: (texts: number, name: string) => `${number(texts)} ${name}`,
  copied: 'Copied',
  selected: 'Selected: press Ctrl+C to copy',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  noFile: 'The file could not be downloaded. Try again in a moment.',
  send: 'Send',
  sendWhat: (what: string) => `Send ${what}`,
  scheduleFor: (at: string) => `Schedule for ${at}`,
  scheduleWhat: (what: string, at: string) => `Schedule ${what} for ${at}`,
  sendLater: 'Send later',
  leavesAt: 'Send at',
  removeTime: 'Remove time',
  urgent: (from: string, until: string) => `Urgent: send during quiet hours too (${from} to ${until})`,
  viewerNote:
    'You can read here, but not send: your role is Viewer. An admin of this account can change that.',
  howItWorks: 'How it works',
  span: (from: string, to: string) => `${from} to ${to}`,
  showMore: 'Show more',
  actions: 'Actions',
  language: 'Language',
  noLanguage: 'The language could not be loaded. Try again in a moment.',
  onlyOnce: 'Copy it now. It is not shown again.',
  haveCopied: 'I have copied it',
  adminsOnly: 'An admin of this account can change this.',
  typedIsKept: 'What you typed is kept. Try again once the service is back.',
  loading: 'Loading',
  asksAgain: 'This page tries again by itself.',
  when: 'When',
  usedOfMonth: (percent: number) => `${number(percent)} % of this month’s texts used`,
});
