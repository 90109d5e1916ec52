// Keys and their limits.

import type { keys as english } from '../en/keys.ts';
import { number } from '../formats.ts';
import { plural } from './plural.ts';

export const keys: typeof english = {
  lead: 'Programme senden und lesen SMS mit einem Schlüssel. Siehe <docs>die Referenz</docs> oder <agents>die Anleitung für Agenten</agents>.',
  limitsUntil: '{limits}, bis {at}',
  keyOf: (id: number) => `Schlüssel ${number(id)}`,
  key: 'Schlüssel',
  made: 'Erstellt',
  lastUsed: 'Zuletzt benutzt',
  limits: 'Limits',
  revokeOf: (name: string) => `„${name}“ widerrufen?`,
  revokeWhy:
    'Programme, die ihn benutzen, werden innerhalb einer Sekunde für immer abgewiesen. Schon gesendete SMS bleiben.',
  make: 'Schlüssel erstellen',
  makeAction: 'Schlüssel erstellen',
  nameHelp: 'Das Programm, das ihn benutzt.',
  nameExample: 'Buchungssystem',
  newKey: 'Ihr neuer Schlüssel',
  sandbox: 'Sandbox',
  sandboxWhy:
    'Seine SMS erreichen nur Simulatoren und kosten nichts. Sie sind von denen dieses Kontos getrennt.',
  whatItDoes:
    'Was er sendet, erreicht nur Simulatoren und kostet nichts. Es ist von diesem Konto getrennt: <link>Sandbox öffnen</link>.',
  forSandbox: 'Für die Sandbox: seine SMS erreichen niemanden und kosten nichts',
  title: 'API-Schlüssel',
  none: 'Noch keine Schlüssel',
  noneHelp: 'Erstellen Sie einen für jedes Programm, damit Sie jeden einzeln widerrufen können.',
  may: {
    all: 'Alles',
    send: 'SMS lesen und senden',
    sendOnly: 'SMS senden, aber nicht lesen',
    read: 'Nur lesen',
  },
  itMay: 'Er darf',
  itMayWriteTo: 'Er darf schreiben an',
  recipientsHelp:
    'any, oder writers für Personen, die diesem Konto geschrieben haben, oder Nummern und Vorwahlen: +15005550006, +1500*',
  mayDo: (scopes: string) => `Darf ${scopes}`,
  onlyWriters: 'nur an Personen, die geschrieben haben',
  toSome: (n: number) => `an ${plural(n, 'Nummer oder Vorwahl', 'Nummern oder Vorwahlen')}`,
  perHour: (n: number) => `${number(n)} pro Stunde`,
  perDay: (n: number) => `${number(n)} pro Tag`,
  from: (sender: string) => `von ${sender}`,
  approved: {
    new_recipients: 'eine Person genehmigt SMS an neue Empfänger',
    always: 'eine Person genehmigt jede SMS',
  },
  onlyKnown: 'liest nur SMS mit diesen',
  itReads: 'Er darf lesen',
  itReadsHelp:
    'Damit er nur SMS mit Personen liest, denen er schreiben darf, legen Sie oben fest, wer das ist. Alles andere bleibt ihm dann verborgen.',
  reads: {
    all: 'Alle SMS',
    known: 'Nur SMS mit Personen, denen er schreiben darf',
  },
  personApproves: 'Eine Person genehmigt',
  personApprovesHelp: 'Eine solche SMS wartet bis zu 24 Stunden, unter Genehmigungen.',
  requireApproval: {
    never: 'Keine SMS',
    new_recipients: 'SMS an neue Empfänger',
    always: 'Jede SMS',
  },
  allKeys: 'Alle Schlüssel',
  noSuch: 'Diesen Schlüssel gibt es nicht',
  noSuchHelp: 'Dieses Konto hat keinen Schlüssel mit dieser ID.',
  limitsOf: (name: string) => `Limits von „${name}“`,
  limitsLead: 'Sie gelten ab der nächsten SMS.',
  textsAnHour: 'SMS pro Stunde höchstens',
  textsADay: 'SMS pro Tag höchstens',
  leavesBy: 'Seine SMS werden gesendet über',
  leavesByHelp: 'device:1, oder device:1/2 für eine SIM, oder eine Nummer des Kontos.',
  endsAt: 'Läuft ab am',
  endsAtHelp: 'In UTC, wie 2026-12-24T18:00:00Z.',
  sentWith: 'Mit diesem Schlüssel gesendet',
  allSentWith: 'Alle mit diesem Schlüssel gesendeten Nachrichten',
  noneSent: 'Noch nichts gesendet',
  noneSentHelp:
    'Hier stehen die neuesten Nachrichten, die mit diesem Schlüssel gesendet wurden. Bei sehr vielen werden nur neuere durchsucht.',
  refused: 'Abgelehnt',
  noneRefused: 'Nichts abgelehnt',
  noneRefusedHelp: 'Was die Limits dieses Schlüssels ablehnen, steht hier 90 Tage lang.',
  refusedOnce: '{at}',
  refusedOften: (n: number) => `${number(n)}-mal, zuletzt {at}`,
  refusals: {
    key_ended: 'Er wurde benutzt, nachdem er abgelaufen war',
    key_scope: 'Er hat etwas versucht, das er nicht darf',
    sender_not_allowed: 'Er wollte über einen anderen Absender senden',
    recipient_not_allowed: 'Er darf nicht an diese Nummer schreiben',
    key_budget_reached: 'Er hatte schon so viele SMS gesendet, wie er darf',
  },
};
