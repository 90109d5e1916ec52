// Phones and modems: how they are, how they are paired, and how they are kept alive.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';
import { plural } from './plural.ts';

export const devices = inLanguage('devices', {
  lostHelp:
    'It has been silent since {at}. Check that it is switched on and has a network. If so, Android has closed the app: open it on the phone, and it connects again. Until then texts wait, or are sent by another device.',
  battery: (percent: number) => `${number(percent)} %`,
  charging: (percent: number) => `${number(percent)} %, charging`,
  percent: (value: number) => `${number(value)} %`,
  noneHelp: 'An Android phone or a modem with a SIM is enough. Pair one, and it sends your texts right away.',
  noneHelpMember:
    'An Android phone or a modem with a SIM is enough. An admin of this account can pair one, and it sends your texts right away.',
  waitingFor: 'Waiting for the device. The code works once, until {at}.',
  canSend: (what: string) => `${what}: it can send texts now.`,
  inQuotes: (name: string) => `“${name}”`,
  agentSteps:
    '<b>A modem, or a phone with an agent beside it:</b> run one of these lines on the machine it is connected to.',
  termuxSteps:
    '<b>An agent in Termux on a phone:</b> scan the code with the phone’s camera, and paste what it contains into Termux.',
  ways: {
    tunnelName: 'A tunnel',
    tailscale: 'prints an https:// address that every phone can reach:',
    tunnel: 'from Cloudflare, under a name that you have set up for it:',
    caddyName: 'Caddy',
    caddy: 'on a machine with a public address and your own domain name:',
  },
  openedAt: (name: string) =>
    `You opened this page at ${name}. If phones can reach that too, start the service with it:`,
  thenStart: (example: string) =>
    `Then start the service with your address in place of ${example}, and make a new code:`,
  per: { minute: 'Per minute', day: 'Per day', month: 'Per month' },
  ofLimit: (used: string, most: string) => `${used} of ${most}`,
  used: (label: string, used: string) => `${label}: ${used}`,
  since: {
    listening: 'Listening since {at}',
    polling: 'Checks every 15 minutes, since {at}',
    lost: 'Lost since {at}',
  },
  keepAlive: 'Keep the app running',
  lostTitle: 'This phone lost its connection',
  noAddressYet: 'None among the conversations checked so far.',
  noAddress: 'None yet. The first text to or from a number decides which device it stays with.',
  sim: 'SIM',
  addresses: 'Numbers that always use this device',
  state: {
    offline: 'Offline',
    lost: 'Not connected',
    polling: 'Checks now and then',
    problem: 'Has a problem',
    simulated: 'Online, simulated',
    online: 'Online',
  },
  problems: {
    absent: 'It is unplugged, switched off or out of reach',
    not_answering: 'It does not answer',
    pin_required: 'The SIM asks for its PIN',
    no_sim: 'There is no SIM, or it cannot be read',
    no_network: 'It has no network',
    unauthorized: 'It refuses the agent’s credentials',
    other: 'Its agent says',
  },
  canSendNow: 'It can send',
  simulatedNote:
    'It is simulated and delivers nothing. Pair a real device, or get a number on a carrier, to reach people.',
  phoneSteps: {
    api_url:
      'In the app, open Settings, then Cloud server. Type this as API URL, and choose “SSE Only” as Notification channel.',
    go_online: 'On Home, switch on Cloud server and Start on boot, then tap Offline.',
    pairing_code:
      'In the dialog, choose By Code, type these ten digits, tap Continue, and allow what the app asks for.',
  },
  phoneAdvice:
    'A phone may not reach this address: it has to be public, and to begin with https://. The operator of this service sets it as TEXTRELAY_PUBLIC_URL.',
  agentAdvice:
    'Devices may reach the service by another address than this one. Its operator sets that one as TEXTRELAY_DEVICE_PUBLIC_URL.',
  unpair: 'Unpair',
  unpairOf: (name: string) => `Unpair “${name}”?`,
  unpairWhy:
    'It is cut off within a second. Another device sends what it has not sent; without one, that fails. To use it again, pair it again.',
  facts: {
    connection: 'Connection',
    battery: 'Battery',
    signal: 'Signal',
    queue: 'Waiting to be sent',
    model: 'Model',
    app: 'App',
    driver: 'Driver',
    agent: 'Agent',
    lastSeen: 'Last seen',
  },
  nothing: 'Nothing',
  texts: (n: number) => `${plural(n, 'text', 'texts')}`,
  pair: 'Pair a device',
  lead: 'Phones and modems that send your texts.',
  none: 'No devices paired',
  otherMaker: 'Another maker',
  keepAliveWhy:
    'Android closes apps that run for a long time, to save battery. Exempt the app from that once, and the phone stays connected. On the phone the app is called SMSGate.',
  maker: 'Phone maker',
  otherNames:
    'These pages may have slightly different names on your phone: search its settings for “battery”.',
  allMakers: 'All makers',
  codeExpired: 'The code has expired. Close this and make a new one.',
  paired: (name: string) => `“${name}” is paired`,
  connects: 'It connects in a moment.',
  slow: 'This is taking a while.',
  slowPhone: 'On the phone, check that the button on Home says Online. If not, tap it.',
  slowAgent: 'Start its agent: textrelay-agent run.',
  lastKnown: 'Last known problem: {problem}.',
  phoneConnected: 'Your phone is connected',
  deviceConnected: 'Your device is connected',
  appVersion: (version: string) => `app ${version}`,
  pollingHelp:
    'It is not listening: it checks every 15 minutes, and texts wait until then. In the app, choose “SSE Only” as Notification channel, then tap the button on Home twice, off and on.',
  tryIt: 'Try it',
  done: 'Done',
  showCode: 'Show the code',
  nameHelp: 'What you and your colleagues call it: where it is, or whose it is.',
  nameExample: 'Front desk phone',
  noHub: 'Phones cannot be paired here yet',
  noHubHelp:
    'Phones need a phones hub, and this service has none. Start one, and give its address to the gateway.',
  howToRun: 'How to run one',
  installApp: 'Install the app SMS Gateway for Android (1.66.2 or newer) on the phone.',
  whereToGet: 'Where to get it',
  theCode: 'the code',
  theAddress: 'the address',
  agentQr: 'The line for the agent as a QR code',
  theCommand: 'the command',
  howToInstall: 'How to install it',
  aPhone: 'An Android phone',
  aModem: 'A modem',
  addressFirst: 'First, an address that phones can reach',
  oneOfThese: 'Any of these gives you one:',
  lineFor: (way: string) => `the line for ${way}`,
  startLine: 'the line that starts the service',
  moreOnWays: 'More about each of these',
  atMost: (unit: string) => `${unit}, at most`,
  budgetTitle: (slot: number, device: string) => `Limits of SIM ${number(slot)} in “${device}”`,
  budgetHelp:
    'A long text has several parts, and each counts. Texts above a limit wait until there is space again. Carriers block SIMs that send like machines: ask yours for its limit. An empty field means no limit.',
  notPresent: '(not in the device right now)',
  setLimits: 'Limits',
  test: {
    body: 'A test text: your phone sends for Textrelay.',
    polling: 'It waits until the phone checks in, which may take 15 minutes.',
    queued: 'It waits for its turn.',
    sending: 'It is being sent.',
    sent: 'The network accepted it. It shows as delivered once a receipt arrives; some networks send none.',
    delivered: 'It arrived. The device is ready for your texts.',
    failed: 'It was not sent.',
  },
  sendAnother: 'Send another',
  sendTest: 'Send a test text',
  ownNumber: 'Your own number',
  ownNumberHelp: 'With the country code, like +12015550123. It counts as one text.',
});
