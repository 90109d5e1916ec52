// How many texts were sent and received.

import type { stats as english } from '../en/stats.ts';
import { number } from '../formats.ts';

export const stats: typeof english = {
  caption: (range: string, unit: string) => `SMS, ${range} nach ${unit}`,
  countedIn: (zone: string) =>
    `Tage richten sich nach der Zeitzone ${zone}. Eine SMS zählt an dem Tag, an dem sie angenommen wurde. Eine empfangene SMS ist eine Antwort, wenn eine der zehn davor in der Unterhaltung von Ihnen ist.`,
  share: (percent: number) => `${number(percent)} %`,
  ranges: {
    week: 'Die letzten 7 Tage',
    month: 'Die letzten 30 Tage',
    quarter: 'Die letzten 3 Monate',
    year: 'Die letzten 12 Monate',
  },
  units: { day: 'Tag', week: 'Woche', month: 'Monat' },
  range: 'Zeitraum',
  by: 'Nach',
  rangeBy: (range: string, unit: string) => `${range} nach ${unit}`,
  stillCounting: 'Ältere SMS werden noch gezählt, die Zahlen wachsen also noch.',
  title: 'Statistik',
  lead: 'Wie viele SMS gesendet und empfangen wurden und was aus ihnen wurde.',
  download: 'CSV herunterladen',
  reasons: {
    expired_in_queue: 'Nichts konnte sie rechtzeitig senden',
    outcome_unknown: 'Sie wurde gesendet, aber es kam keine Bestätigung',
    rejected_by_network: 'Das Netz hat sie abgelehnt',
    device_failed: 'Das Handy konnte sie nicht senden',
    carrier_failed: 'Der Anbieter konnte sie nicht senden',
    opted_out: 'Der Empfänger möchte keine SMS',
    approval_rejected: 'Eine Person hat sie abgelehnt',
    approval_expired: 'Niemand hat sie rechtzeitig genehmigt',
  },
  whyFailed: 'Warum SMS fehlschlugen',
  noneFailed: 'Keine SMS ist fehlgeschlagen.',
  failedByReason: 'Fehlgeschlagene SMS nach Grund',
  reason: 'Grund',
  texts: 'SMS',
  shareName: 'Anteil',
  carrier: (name: string) => `Anbieter ${name}`,
  goneDevice: (id: number) => `Gerät ${number(id)}, nicht mehr da`,
  byRoute: 'Nach Gerät und Anbieter',
  textsByRoute: 'SMS nach Gerät und Anbieter',
  through: 'Über',
  byBroadcast: 'Nach Rundnachricht',
  broadcastsOf: 'Rundnachrichten, die in diesen Tagen begannen',
  noBroadcasts: 'In diesen Tagen begann keine Rundnachricht.',
  downloadOf: (what: string) => `CSV herunterladen: ${what}`,
};
