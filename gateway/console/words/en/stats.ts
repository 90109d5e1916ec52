// How many texts were sent and received.
import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';

export const stats = inLanguage('stats', {
  caption: (range: string, unit: string) => `Texts of the ${range.toLowerCase()} by ${unit.toLowerCase()}`,
  countedIn: (zone: string) =>
    `Days follow the time zone ${zone}. A text counts on the day it was accepted. A received text is a reply if one of the ten before it in the conversation is yours.`,
  share: (percent: number) => `${number(percent)} %`,
  ranges: { week: 'Last 7 days', month: 'Last 30 days', quarter: 'Last 3 months', year: 'Last 12 months' },
  units: { day: 'Day', week: 'Week', month: 'Month' },
  range: 'Range',
  by: 'By',
  rangeBy: (range: string, unit: string) => `${range} by ${unit.toLowerCase()}`,
  stillCounting: 'Older texts are still being counted, so the numbers will grow.',
  title: 'Analytics',
  lead: 'How many texts were sent and received, and what became of them.',
  download: 'Download CSV',
  reasons: {
    expired_in_queue: 'Nothing could send it in time',
    outcome_unknown: 'It left, but no receipt came',
    rejected_by_network: 'The network refused it',
    device_failed: 'The phone could not send it',
    carrier_failed: 'The carrier could not send it',
    opted_out: 'The recipient wants no texts',
    approval_rejected: 'A person rejected it',
    approval_expired: 'Nobody approved it in time',
  },
  whyFailed: 'Why texts failed',
  noneFailed: 'No text failed.',
  failedByReason: 'Failed texts by reason',
  reason: 'Reason',
  texts: 'Texts',
  shareName: 'Share',
  carrier: (name: string) => `Carrier ${name}`,
  goneDevice: (id: number) => `Device ${number(id)}, which is gone`,
  byRoute: 'By device and carrier',
  textsByRoute: 'Texts by device and carrier',
  through: 'Sent through',
  byBroadcast: 'By broadcast',
  broadcastsOf: 'Broadcasts that began in these days',
  noBroadcasts: 'No broadcast began in these days.',
  downloadOf: (what: string) => `Download CSV: ${what}`,
});
