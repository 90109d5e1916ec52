// The words at the terminal when everything is up. The only place that ever prints a key, or the first person's link.
import type { Clock } from '../../runtime/clock.ts';
import { typedCommand } from '../../runtime/typed_command.ts';

interface WelcomeFacts {
  baseUrl: string;
  dataDir: string;
  /** True when the command line has to say where the data is. */
  isDataDirChosen: boolean;
  agentDir: string;
  /** A phone is there, a simulated one unless another driver was named. */
  hasAgent: boolean;
  /** Plans are changed in the sandbox. */
  hasSandbox: boolean;
  /** The account has a number of the simulated carrier. */
  hasNumber: boolean;
  accountId: bigint;
  /** The sign-up link of the first person; null once there is one. */
  signUpLink: string | null;
  /** The first account's key; null when one was shown at an earlier start. */
  key: string | null;
}

/** For a shell: as it is if nothing in it needs quotes. */
const quoted = (text: string) => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The whole text, ready to be pasted from. */
export function renderWelcome(facts: WelcomeFacts): string {
  const { baseUrl, dataDir, agentDir, accountId, key } = facts;
  const admin = `${facts.isDataDirChosen ? `TEXTRELAY_DATA_DIR=${quoted(dataDir)} ` : ''}${typedCommand('admin')}`;
  const authorization = '-H "Authorization: Bearer $KEY"';
  const urlOf = (path: string) => quoted(`${baseUrl}/api/v1/${path}`);
  const keyLines = key
    ? [
        'Your key (account 1, "First account"), shown this once:'.replace('1', String(accountId)),
        '',
        `  KEY=${key}`,
      ]
    : [
        `Another key for account ${accountId}:  ${admin} keys create ${accountId}`,
        'Then, in the shell where you paste:  KEY=svc_live_...',
      ];
  return [
    '',
    `Textrelay is up at ${baseUrl}`,
    `Data and logs: ${dataDir}`,
    '',
    ...(facts.signUpLink === null
      ? []
      : [`Open ${facts.signUpLink} in a browser to make your sign-in (once, within a day).`, '']),
    ...keyLines,
    '',
    facts.hasAgent
      ? 'Send a text (the simulated phone delivers to this number at once):'
      : `Send a text, by a phone that is paired (${admin} devices pair ${accountId}) or by a carrier:`,
    '',
    `  curl -s ${urlOf('messages')} ${authorization} \\`,
    `    -H 'Content-Type: application/json' -d '{"address":"+15005550006","body":"Hello"}'`,
    '',
    ...(facts.hasNumber
      ? [
          `Send one by a carrier instead of a phone (simulated too; see them with: ${admin} carriers list):`,
          '',
          `  curl -s ${urlOf('messages')} ${authorization} \\`,
          `    -H 'Content-Type: application/json' -d '{"address":"+15005550006","body":"Hello","route":"gateway"}'`,
          '',
        ]
      : []),
    'Read what has changed, waiting up to 25 s for something new:',
    '',
    `  curl -s ${urlOf('messages?since=0&wait=25')} ${authorization}`,
    '',
    'Read the usage:',
    '',
    `  curl -s ${urlOf('usage')} ${authorization}`,
    '',
    ...(facts.hasSandbox
      ? [
          'Change the plan in the sandbox, which moves no money (open the checkout_url that is answered):',
          '',
          `  curl -s ${urlOf('plan')} ${authorization} \\`,
          `    -H 'Content-Type: application/json' -d '{"plan":"pro"}'`,
          '',
        ]
      : []),
    ...(facts.hasAgent
      ? [
          'Let the simulated phone receive a text:',
          '',
          `  TEXTRELAY_AGENT_DIR=${quoted(agentDir)} ${typedCommand('agent')} simulate-inbound +12015550123 'Hello back'`,
          '',
        ]
      : []),
    `The whole interface: ${baseUrl}/docs for people, ${baseUrl}/llms.txt for agents.`,
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}

/** A step that takes longer than this is shown. */
const patienceMs = 1_000;

export interface Progress {
  /** Begins a step, which ends the one before. `what` is shown with " ..." once the step has taken a second. */
  begin(what: string): void;
  /** Ends the last step. */
  end(): void;
}

/** Follows one start; `print` gets a line for each slow step. */
export function followProgress(clock: Clock, print: (text: string) => void): Progress {
  let cancel = () => {};
  return {
    begin(what) {
      cancel();
      cancel = clock.setTimeout(() => print(`${what} ...\n`), patienceMs);
    },
    end: () => cancel(),
  };
}
