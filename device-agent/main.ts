// The device agent's command line. It constructs and waits; the work is done elsewhere.
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { type Agent, startAgent } from './agent.ts';
import { systemClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { findDriverKind } from './drivers/registry.ts';
import { newInboundId, putInbound } from './drivers/simulated_inbox.ts';
import { failpointFrom, noFailpoint } from './failpoint.ts';
import { AgentFault, systemCode } from './fault.ts';
import { createLog } from './log.ts';
import { startOpsListener } from './ops_listener.ts';
import { pairDevice } from './pair.ts';
import { describeStatus } from './status.ts';

/** A stop that takes longer than this is cut short; the journal has what matters. */
const watchdogMs = 10_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const program = new Command('textrelay-agent')
  .description('Connects a phone or modem to Textrelay.')
  .version(version)
  .addHelpText('after', helpText());

program
  .command('pair')
  .description('pair this device with the account that made the code')
  .argument('<url>', "the core's device listener, such as https://texts.example:4200")
  .argument('<code>', 'the one-time code')
  .option('--name <name>', 'a name for the device, unless the operator gave one', '')
  .action(async (url: string, code: string, { name }: { name: string }) => {
    const { dir } = readConfig();
    const identity = await pairDevice(dir, url, code, name);
    say(`Paired as device ${identity.deviceId} of account ${identity.accountName}. Start it with: run`);
  });

program
  .command('run', { isDefault: true })
  .description('run for ever')
  .action(async () => run(readConfig()));

program
  .command('status')
  .description('show the pairing and what the journal holds')
  .action(() => say(describeStatus(readConfig().dir).join('\n')));

program
  .command('simulate-inbound')
  .description('let the simulated phone receive a text')
  .argument('<from>', 'the sender: a number, a short code or a name')
  .argument('<body>', 'the text')
  .action((address: string, body: string) => {
    const receivedAtMs = systemClock.nowMs();
    const inboundId = newInboundId(receivedAtMs);
    putInbound(readConfig().dir, { inboundId, address, body, receivedAtMs });
    say(`Stored as ${inboundId}.`);
  });

try {
  await program.parseAsync();
} catch (error) {
  const line = error instanceof AgentFault ? error.message : `unexpected fault (${systemCode(error)})`;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function run(config: Config): Promise<never> {
  const log = createLog(config.logLevel);
  const driver = findDriverKind(config.driver);
  if (driver === undefined) throw new AgentFault(`no driver is named ${config.driver}`);
  const killSelf = () => process.kill(process.pid, 'SIGKILL');
  const failpoint = config.failpoint === undefined ? noFailpoint : failpointFrom(config.failpoint, killSelf);
  const agent = await startAgent({
    dir: config.dir,
    driver,
    clock: systemClock,
    log,
    agentVersion: version,
    failpoint,
  });
  const ops = config.opsListen && (await startOpsListener(config.opsListen, agent));
  stopOnRequest(agent);
  process.send?.({ type: 'ready' });
  const { exitCode, reason } = await agent.ended;
  ops?.close();
  if (reason !== '') process.stderr.write(`${reason}\n`);
  process.exit(exitCode);
}

function stopOnRequest(agent: Agent): void {
  const stop = () => {
    void agent.stop();
    systemClock.setTimeout(() => process.exit(1), watchdogMs);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A supervisor that died must leave no orphans.
  if (process.send !== undefined) process.on('disconnect', stop);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function helpText(): string {
  return `
Environment:
  TEXTRELAY_AGENT_DIR         where identity and journal are kept
                              [$XDG_STATE_HOME or ~/.local/state, /textrelay-agent]
  TEXTRELAY_AGENT_DRIVER      the device [simulated]
  TEXTRELAY_AGENT_OPS_LISTEN  host:port for metrics and health [off]
  LOG_LEVEL                   trace, debug, info, warn, error, fatal, silent [info]

run ends with 2 when the device is not paired any more.`;
}
