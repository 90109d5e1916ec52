// An account at a glance.

import type { overview as english } from '../en/overview.ts';
import { number } from '../formats.ts';

export const overview: typeof english = {
  routes: {
    online: (online: number, all: number) => `${number(online)} von ${number(all)} online`,
    onlineWithProblems: (online: number, all: number, problems: number) =>
      `${number(online)} von ${number(all)} online, ${number(problems)} mit Problem`,
    noDevices: 'Keine gekoppelt',
    title: 'Wie SMS gesendet werden',
    seeDevices: 'Geräte ansehen',
    carrier: (name: string) => `Anbieter ${name}`,
    noNumbers: 'Keine von Anbietern',
    numbers: (n: number) => `${number(n)} von Anbietern`,
  },
  newMonth: 'Ein neuer Monat beginnt am {at}.',
  quietNow: (until: string) => `Ruhezeit: SMS, die nicht dringend sind, werden um ${until} gesendet.`,
  remedies: {
    no_plan: 'Tarif wählen',
    no_subscription: 'Tarif erneuern',
    cap_reached: 'Größere Tarife ansehen',
  },
  standing: {
    ready: 'Bereit zum Senden',
    readyWords: 'SMS werden sofort gesendet.',
    suspended: 'Dieses Konto ist gesperrt',
    suspendedWords:
      'Der Betreiber des Dienstes lässt es nicht senden. Sie empfangen weiter SMS. Fragen Sie den Betreiber.',
    noPlan: 'Noch kein Tarif',
    noPlanWords: 'Sie können SMS empfangen. Wählen Sie einen Tarif, um zu senden.',
    ended: 'Das Abonnement ist beendet',
    endedWords: 'Erneuern Sie es, um wieder zu senden. Sie empfangen weiter SMS.',
    usedUp: 'Die SMS dieses Monats sind verbraucht',
    usedUpWords: (cap: number, date: string) =>
      `Alle ${number(cap)} sind gesendet. Sie können ab ${date} wieder senden, oder sofort mit einem größeren Tarif.`,
    noRoute: 'Kein Weg zum Senden',
    noRouteWords: 'Weder ein Handy noch ein Anbieter ist mit diesem Konto verbunden. Koppeln Sie ein Handy.',
    refused: 'Dieses Konto kann nicht senden',
    refusedWords: (reason: string) => `Grund: ${reason}.`,
  },
  steps: {
    send: 'Ihre erste SMS senden',
    sendSimulated:
      'Probieren Sie es mit dem simulierten Handy: Eine SMS an +15005550006 wird sofort zugestellt, und +15005550011 antwortet.',
    sendReal: 'An Ihr eigenes Handy, um sie ankommen zu sehen.',
    write: 'SMS schreiben',
    pairAdmin:
      'Ein Android-Handy oder ein Modem sendet Ihre SMS. Mit einem Handy dauert es etwa zwei Minuten.',
    pairMember: 'Ein Android-Handy oder ein Modem sendet Ihre SMS. Ein Admin dieses Kontos koppelt es.',
    connect: 'Ihr Programm verbinden',
    connectAdmin: 'Erstellen Sie einen Schlüssel, und Ihr Programm kann SMS senden und lesen.',
    connectMember: 'Ein Admin dieses Kontos erstellt den Schlüssel, den Ihr Programm braucht.',
    title: 'Erste Schritte',
    done: '(erledigt)',
  },
  textsUsed: 'SMS verbraucht',
  ofTextsUsed: (cap: number) => `von ${number(cap)} SMS verbraucht`,
  noCap: 'Kein Limit.',
  left: (n: number) => `${number(n)} übrig.`,
  sending: 'Senden',
  readyToTry: 'Bereit zum Ausprobieren',
  quietHours: 'Ruhezeiten',
  dayByDay: 'Tag für Tag',
  dayCaption: 'SMS an jedem Tag dieses Monats',
  moreStats: 'Mehr Statistik',
  trialNote:
    'Ihre SMS erreichen noch niemanden: Sie gehen an Simulatoren. Koppeln Sie ein echtes Gerät oder holen Sie sich eine Nummer bei einem Anbieter, um Personen zu erreichen.',
  sendText: 'SMS senden',
};
