// An account at a glance.
import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';

export const overview = inLanguage('overview', {
  routes: {
    online: (online: number, all: number) => `${number(online)} of ${number(all)} online`,
    onlineWithProblems: (online: number, all: number, problems: number) =>
      `${number(online)} of ${number(all)} online, ${number(problems)} with a problem`,
    noDevices: 'None paired',
    title: 'How texts are sent',
    seeDevices: 'See devices',
    carrier: (name: string) => `Carrier ${name}`,
    noNumbers: 'None from carriers',
    numbers: (n: number) => `${number(n)} from carriers`,
  },
  newMonth: 'A new month begins on {at}.',
  quietNow: (until: string) => `Quiet hours: texts that are not urgent are sent at ${until}.`,
  remedies: { no_plan: 'Choose a plan', no_subscription: 'Renew the plan', cap_reached: 'See larger plans' },
  standing: {
    ready: 'Ready to send',
    readyWords: 'Texts are sent right away.',
    suspended: 'This account is suspended',
    suspendedWords:
      'The operator of the service has stopped it from sending. You still receive texts. Ask the operator.',
    noPlan: 'No plan yet',
    noPlanWords: 'You can receive texts. To send, choose a plan.',
    ended: 'The subscription has ended',
    endedWords: 'Renew it to send again. You still receive texts.',
    usedUp: 'This month’s texts are used up',
    usedUpWords: (cap: number, date: string) =>
      `All ${number(cap)} are sent. You can send again on ${date}, or right away with a larger plan.`,
    noRoute: 'Nothing to send with',
    noRouteWords: 'Neither a phone nor a carrier is connected to this account. Pair a phone to begin.',
    refused: 'This account cannot send',
    refusedWords: (reason: string) => `Reason: ${reason}.`,
  },
  steps: {
    send: 'Send your first text',
    sendSimulated:
      'Try it with the simulated phone: a text to +15005550006 is delivered at once, and +15005550011 replies.',
    sendReal: 'To your own phone, to see it arrive.',
    write: 'Write a text',
    pairAdmin: 'An Android phone or a modem sends your texts. With a phone it takes about two minutes.',
    pairMember: 'An Android phone or a modem sends your texts. An admin of this account pairs it.',
    connect: 'Connect your program',
    connectAdmin: 'Create an API key, and your program can send and read texts.',
    connectMember: 'An admin of this account makes the key that your program needs.',
    title: 'First steps',
    done: '(done)',
  },
  textsUsed: 'texts used',
  ofTextsUsed: (cap: number) => `of ${number(cap)} texts used`,
  noCap: 'No limit.',
  left: (n: number) => `${number(n)} left.`,
  sending: 'Sending',
  readyToTry: 'Ready to try out',
  quietHours: 'Quiet hours',
  dayByDay: 'Day by day',
  dayCaption: 'Texts on each day of this month',
  moreStats: 'More analytics',
  trialNote:
    'Your texts do not reach anybody yet: they go to simulators. Pair a real device, or get a carrier’s number, to reach people.',
  sendText: 'Send a text',
});
