// `simulate-inbound`: lets the simulated phone receive a text. No other device can do that.
import type { Command } from 'commander';
import { AgentError, systemCode } from '../agent_error.ts';
import { simulatedDriver } from '../drivers/simulated.ts';
import { newInboundId, putInbound } from '../drivers/simulated_inbox.ts';
import { refuseForeignDir } from '../home/directory.ts';
import { readIdentity } from '../home/identity.ts';
import type { CommandContext } from './command_context.ts';

const maxSenderLength = 64;
const maxBodyLength = 10_000;

export function addSimulateInboundCommand(program: Command, context: CommandContext): void {
  program
    .command('simulate-inbound')
    .description('let the simulated phone receive a text')
    .argument('<from>', 'the sender: a number, a short code or a name')
    .argument('<body>', 'the text')
    .action((address: string, body: string) => {
      const dir = context.dir();
      refuseForeignDir(dir);
      const { driver } = context.config();
      if (driver.name !== simulatedDriver.name)
        throw new AgentError(`only the simulated phone can receive on command; the driver is ${driver.name}`);
      demandLength('the sender', address, maxSenderLength);
      demandLength('the text', body, maxBodyLength);
      if (readIdentity(dir) === undefined)
        throw new AgentError(`no device is paired in ${dir}; pair it first`);
      const receivedAtMs = context.clock.nowMs();
      const inboundId = newInboundId(receivedAtMs);
      try {
        putInbound(dir, { inboundId, address, body, receivedAtMs });
      } catch (error) {
        throw new AgentError(`the text cannot be stored in ${dir} (${systemCode(error)})`);
      }
      context.say(`Stored as ${inboundId}.`);
    });
}

function demandLength(what: string, text: string, most: number): void {
  const { length } = Array.from(text);
  if (length < 1 || length > most) throw new AgentError(`${what} must have 1 to ${most} characters`);
}
