// Tiny processes that behave like the service's own, and a service made of them.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code, ConnectError, type ConnectRouter, createRouterTransport } from '@connectrpc/connect';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { CarrierService } from '../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { DeviceService } from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { KeyService } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { UserService } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { createOperator } from '../../cli/core_client/core_client.ts';
import {
  type ListenerName,
  readStandaloneConfig,
  type StandaloneConfig,
} from '../../config/config_standalone.ts';
import { startService } from '../service.ts';

/** A process that notes its name and pid in `journal` when it is ready and when it is stopped. */
const wellBehaved = (name: string, journal: string) => `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
const name = process.argv[2] === 'phones' ? 'hub' : '${name}';
const note = (word) => appendFileSync(${JSON.stringify(journal)}, name + ' ' + word + ' ' + process.pid + '\\n');
if (process.argv[2] === 'pair') {
  mkdirSync(process.env.TEXTRELAY_AGENT_DIR, { recursive: true });
  writeFileSync(process.env.TEXTRELAY_AGENT_DIR + '/identity.json', '{}');
  note('paired');
  process.exit(0);
}
const stop = () => { note('stopped'); process.exit(0); };
process.once('SIGTERM', stop);
process.once('disconnect', stop);
note('ready');
process.send({ type: 'ready' });
`;

export interface StandIns {
  dir: string;
  /** Writes a script and answers its path. */
  write(name: string, source: string): string;
  /** What the well-behaved ones have noted, a line each. */
  notes(): string[];
  scripts: { core: string; gateway: string; agent: string };
}

/** Makes a directory with well-behaved stand-ins. */
export function makeStandIns(): StandIns {
  const dir = mkdtempSync('/tmp/tr-');
  const journal = join(dir, 'journal');
  writeFileSync(journal, '');
  const write = (name: string, source: string) => {
    const path = join(dir, `${name}.mjs`);
    writeFileSync(path, source);
    return path;
  };
  const script = (name: string) => write(name, wellBehaved(name, journal));
  return {
    dir,
    write,
    notes: () => readFileSync(journal, 'utf8').split('\n').filter(Boolean),
    scripts: { core: script('core'), gateway: script('gateway'), agent: script('agent') },
  };
}

/** What the stand-in for the core has been asked. */
export interface AdminCalls {
  accounts: { id: bigint; name: string }[];
  keys: number;
  codes: number;
  /** Each number that was given, or asked for in vain. */
  numbers: { accountId: bigint; carrier: string; number: string }[];
  /** The numbers belong to somebody else. */
  isNumberTaken: boolean;
  /** Makes the next pairing code fail. */
  failCode: boolean;
  /** The accounts that a first person's link was asked for. */
  links: (bigint | undefined)[];
  /** Somebody has signed up. */
  hasUser: boolean;
}

export const newAdminCalls = (): AdminCalls => ({
  accounts: [],
  keys: 0,
  codes: 0,
  numbers: [],
  isNumberTaken: false,
  failCode: false,
  links: [],
  hasUser: false,
});

const memberRoutes =
  (calls: AdminCalls) =>
  ({ service }: ConnectRouter) => {
    service(UserService, {
      createFirstLink: ({ accountId }) => {
        calls.links.push(accountId);
        return calls.hasUser ? {} : { link: `http://here/sign-up#token=${calls.links.length}` };
      },
    });
  };

function adminRoutes(calls: AdminCalls) {
  return ({ service }: ConnectRouter) => {
    service(DeviceService, {
      createPairingCode: () => {
        if (calls.failCode) throw new Error('no code today');
        return { code: `CODE000${++calls.codes}` };
      },
    });
    service(KeyService, { createKey: () => ({ secret: `svc_live_${++calls.keys}` }) });
    service(AccountService, {
      createAccount: ({ name }) => {
        const account = { id: BigInt(calls.accounts.length + 1), name };
        calls.accounts.push(account);
        return { account };
      },
      listAccounts: () => ({ accounts: calls.accounts }),
    });
    service(CarrierService, {
      assignNumber: ({ accountId, carrier, number }) => {
        calls.numbers.push({ accountId, carrier, number });
        if (calls.isNumberTaken) throw new ConnectError('another account has it', Code.InvalidArgument);
        return {};
      },
      listAllNumbers: ({ account }) => ({
        numbers: calls.isNumberTaken ? [] : calls.numbers.filter((each) => each.accountId === account),
      }),
    });
  };
}

/** A configuration with a database of somebody else's and free ports. */
export async function standInConfig(
  dir: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<StandaloneConfig> {
  const config = await readStandaloneConfig({
    PATH: process.env.PATH,
    TEXTRELAY_DATA_DIR: join(dir, 'data'),
    DATABASE_URL: 'postgres://nobody@localhost/none',
    ...environment,
  });
  for (const name of Object.keys(config.listeners) as ListenerName[])
    config.listeners[name] = { host: '127.0.0.1', port: await freePort() };
  return config;
}

/** Starts a service of stand-ins. */
export async function startStandIns(
  standIns: StandIns,
  calls: AdminCalls,
  scripts: Partial<StandIns['scripts']> = {},
  environment: NodeJS.ProcessEnv = {},
) {
  const printed: string[] = [];
  const stopping = new AbortController();
  const config = await standInConfig(standIns.dir, environment);
  mkdirSync(config.dataDir, { recursive: true });
  const service = await startService({
    config,
    scripts: { ...standIns.scripts, ...scripts },
    clock: systemClock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    openOutput: () => ({
      output: { stdout: 'inherit', write: () => {}, close: () => {} },
      logFile: '/the/log',
    }),
    openCore: async () => ({
      ...createOperator(
        createRouterTransport((router) => {
          adminRoutes(calls)(router);
          memberRoutes(calls)(router);
        }),
      ),
      close: () => {},
    }),
    print: (text) => printed.push(text),
    signal: stopping.signal,
  });
  return { ...service, config, printed, text: () => printed.join('') };
}
