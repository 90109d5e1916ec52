// Phones and modems: how they are, how they are paired, and how they are kept alive.

import type { devices as english } from '../en/devices.ts';
import { number } from '../formats.ts';
import { plural } from './plural.ts';

export const devices: typeof english = {
  lostHelp:
    'Seit {at} meldet es sich nicht. Prüfen Sie, ob es eingeschaltet ist und ein Netz hat. Wenn ja, hat Android die App beendet: Öffnen Sie sie auf dem Handy, und es verbindet sich wieder. Bis dahin warten SMS oder gehen über ein anderes Gerät.',
  battery: (percent: number) => `${number(percent)} %`,
  charging: (percent: number) => `${number(percent)} %, lädt`,
  percent: (value: number) => `${number(value)} %`,
  noneHelp:
    'Ein Android-Handy oder ein Modem mit SIM genügt. Koppeln Sie eines, und es sendet sofort Ihre SMS.',
  noneHelpMember:
    'Ein Android-Handy oder ein Modem mit SIM genügt. Ein Admin dieses Kontos kann eines koppeln, und es sendet sofort Ihre SMS.',
  waitingFor: 'Wartet auf das Gerät. Der Code gilt einmal, bis {at}.',
  canSend: (what: string) => `${what}: Es kann jetzt SMS senden.`,
  inQuotes: (name: string) => `„${name}“`,
  agentSteps: '<b>Ein Modem:</b> Führen Sie eine dieser Zeilen auf dem Rechner aus, an dem es hängt.',
  ways: {
    tunnelName: 'Ein Tunnel',
    tailscale: 'gibt eine https://-Adresse aus, die jedes Handy erreicht:',
    tunnel: 'von Cloudflare, unter einem Namen, den Sie dafür eingerichtet haben:',
    caddyName: 'Caddy',
    caddy: 'auf einem Rechner mit öffentlicher Adresse und eigenem Domainnamen:',
  },
  openedAt: (name: string) =>
    `Sie haben diese Seite unter ${name} geöffnet. Wenn Handys das auch erreichen, starten Sie den Dienst damit:`,
  thenStart: (example: string) =>
    `Starten Sie dann den Dienst mit Ihrer Adresse statt ${example} und erstellen Sie einen neuen Code:`,
  per: { minute: 'Pro Minute', day: 'Pro Tag', month: 'Pro Monat' },
  ofLimit: (used: string, most: string) => `${used} von ${most}`,
  used: (label: string, used: string) => `${label}: ${used}`,
  since: {
    listening: 'Hört zu seit {at}',
    polling: 'Fragt alle 15 Minuten, seit {at}',
    lost: 'Verloren seit {at}',
  },
  keepAlive: 'App am Laufen halten',
  lostTitle: 'Dieses Handy hat die Verbindung verloren',
  noAddressYet: 'Keine unter den bisher geprüften Unterhaltungen.',
  noAddress: 'Noch keine. Die erste SMS an oder von einer Nummer entscheidet, bei welchem Gerät sie bleibt.',
  sim: 'SIM',
  addresses: 'Nummern, die immer dieses Gerät benutzen',
  state: {
    offline: 'Offline',
    lost: 'Nicht verbunden',
    polling: 'Fragt ab und zu',
    problem: 'Hat ein Problem',
    simulated: 'Online, simuliert',
    online: 'Online',
  },
  problems: {
    absent: 'Es ist nicht angeschlossen, ausgeschaltet oder außer Reichweite',
    not_answering: 'Es antwortet nicht',
    pin_required: 'Die SIM verlangt ihre PIN',
    no_sim: 'Es hat keine SIM, oder sie ist nicht lesbar',
    no_network: 'Es hat kein Netz',
    unauthorized: 'Es nimmt die Zugangsdaten des Agenten nicht an',
    other: 'Sein Agent meldet',
  },
  canSendNow: 'Es kann senden',
  simulatedNote:
    'Es ist simuliert und stellt nichts zu. Um Menschen zu erreichen, koppeln Sie ein echtes Gerät oder nehmen Sie eine Nummer bei einem Anbieter.',
  phoneSteps: {
    api_url:
      'Öffnen Sie in der App Settings, dann Cloud server. Geben Sie dies als API URL ein und wählen Sie „SSE Only“ als Notification channel.',
    go_online: 'Schalten Sie auf Home Cloud server und Start on boot ein und tippen Sie dann auf Offline.',
    pairing_code:
      'Wählen Sie im Dialog By Code, geben Sie diese zehn Ziffern ein, tippen Sie auf Continue und erlauben Sie, worum die App bittet.',
  },
  phoneAdvice:
    'Ein Handy erreicht diese Adresse vielleicht nicht: Sie muss öffentlich sein und mit https:// beginnen. Der Betreiber dieses Dienstes setzt sie als TEXTRELAY_PUBLIC_URL.',
  agentAdvice:
    'Vielleicht erreichen Geräte den Dienst unter einer anderen Adresse als dieser. Sein Betreiber setzt sie als TEXTRELAY_DEVICE_PUBLIC_URL.',
  unpair: 'Entkoppeln',
  unpairOf: (name: string) => `„${name}“ entkoppeln?`,
  unpairWhy:
    'Es wird innerhalb einer Sekunde getrennt. Was es noch nicht gesendet hat, geht über ein anderes Gerät; gibt es keines, schlägt es fehl. Um es wieder zu nutzen, koppeln Sie es neu.',
  facts: {
    connection: 'Verbindung',
    battery: 'Akku',
    signal: 'Signal',
    queue: 'Warten auf Versand',
    model: 'Modell',
    app: 'App',
    driver: 'Treiber',
    agent: 'Agent',
    lastSeen: 'Zuletzt gesehen',
  },
  nothing: 'Nichts',
  texts: (n: number) => `${plural(n, 'SMS', 'SMS')}`,
  pair: 'Gerät koppeln',
  lead: 'Handys und Modems, die Ihre SMS senden.',
  none: 'Kein Gerät gekoppelt',
  otherMaker: 'Anderer Hersteller',
  keepAliveWhy:
    'Android beendet Apps, die lange laufen, um Akku zu sparen. Nehmen Sie die App einmal davon aus, und das Handy bleibt verbunden. Auf dem Handy heißt die App SMSGate.',
  maker: 'Hersteller des Handys',
  otherNames:
    'Auf Ihrem Handy können diese Seiten etwas anders heißen: Suchen Sie in den Einstellungen nach „Akku“.',
  allMakers: 'Alle Hersteller',
  codeExpired: 'Der Code ist abgelaufen. Schließen Sie dies und erstellen Sie einen neuen.',
  paired: (name: string) => `„${name}“ ist gekoppelt`,
  connects: 'Es verbindet sich gleich.',
  slow: 'Das dauert länger als üblich.',
  slowPhone: 'Prüfen Sie auf dem Handy, ob der Knopf auf Home Online zeigt. Wenn nicht, tippen Sie darauf.',
  slowAgent: 'Starten Sie seinen Agenten: textrelay-agent run.',
  lastKnown: 'Letztes bekanntes Problem: {problem}.',
  phoneConnected: 'Ihr Handy ist verbunden',
  deviceConnected: 'Ihr Gerät ist verbunden',
  appVersion: (version: string) => `App ${version}`,
  pollingHelp:
    'Es hört nicht zu: Es fragt alle 15 Minuten, und so lange warten SMS. Wählen Sie in der App „SSE Only“ als Notification channel und tippen Sie dann zweimal auf den Knopf auf Home, aus und an.',
  tryIt: 'Ausprobieren',
  done: 'Fertig',
  showCode: 'Code zeigen',
  nameHelp: 'Wie Sie und Ihre Kollegen es nennen: wo es steht oder wem es gehört.',
  nameExample: 'Handy am Empfang',
  noHub: 'Handys können hier noch nicht gekoppelt werden',
  noHubHelp:
    'Handys brauchen einen Phones-Hub, und dieser Dienst hat keinen. Starten Sie einen und nennen Sie dem Gateway seine Adresse.',
  howToRun: 'So starten Sie einen',
  installApp: 'Installieren Sie die App SMS Gateway for Android (1.66.2 oder neuer) auf dem Handy.',
  whereToGet: 'Wo es sie gibt',
  theCode: 'Code',
  theAddress: 'Adresse',
  theCommand: 'Befehl',
  howToInstall: 'So installieren Sie ihn',
  aPhone: 'Ein Android-Handy',
  aModem: 'Ein Modem',
  addressFirst: 'Zuerst eine Adresse, die Handys erreichen',
  oneOfThese: 'Jedes davon gibt Ihnen eine:',
  lineFor: (way: string) => `Zeile für ${way}`,
  startLine: 'Zeile, die den Dienst startet',
  moreOnWays: 'Mehr zu jedem davon',
  atMost: (unit: string) => `${unit} höchstens`,
  budgetTitle: (slot: number, device: string) => `Limits von SIM ${number(slot)} in „${device}“`,
  budgetHelp:
    'Eine lange SMS hat mehrere Teile, und jeder zählt. SMS über einem Limit warten, bis wieder Platz ist. Anbieter sperren SIMs, die wie Maschinen senden: Fragen Sie Ihren nach seinem Limit. Ein leeres Feld heißt kein Limit.',
  notPresent: '(gerade nicht im Gerät)',
  setLimits: 'Limits',
  test: {
    body: 'Eine Test-SMS: Ihr Handy sendet für Textrelay.',
    polling: 'Sie wartet, bis das Handy fragt. Das kann 15 Minuten dauern.',
    queued: 'Sie wartet, bis sie an der Reihe ist.',
    sending: 'Sie wird gesendet.',
    sent: 'Das Netz hat sie angenommen. Sie gilt als zugestellt, sobald eine Bestätigung kommt; manche Netze senden keine.',
    delivered: 'Sie ist angekommen. Das Gerät ist bereit für Ihre SMS.',
    failed: 'Sie wurde nicht gesendet.',
  },
  sendAnother: 'Noch eine senden',
  sendTest: 'Test-SMS senden',
  ownNumber: 'Ihre eigene Nummer',
  ownNumberHelp: 'Mit Landesvorwahl, wie +12015550123. Sie zählt als eine SMS.',
};
