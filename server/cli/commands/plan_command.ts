// `plan set`: what an account may use, set by hand, past the payment provider.
import { type Command, Option } from 'commander';
import { type CommandContext, parseId, promised } from '../command.ts';
import { recordJson, renderRecord } from './account_commands.ts';

/** Adds the group to the program. */
export function addPlanCommand(program: Command, context: CommandContext): void {
  const plans = program.command('plan').description('set what an account may use, past the payment provider');

  plans
    .command('set')
    .description("set an account's plan, subscription status or exemption; what is left out stays as it is")
    .argument('<account>', "the account's id", parseId)
    .option('--plan <plan>', "a tier's name; makes the subscription active unless --status says otherwise")
    .option('--status <status>', 'the subscription status: active, past_due, canceled ...')
    .addOption(new Option('--exempt <answer>', 'whether no plan or cap applies').choices(['true', 'false']))
    .action(
      async (
        accountId: bigint,
        options: { plan?: string; status?: string; exempt?: string },
        command: Command,
      ) => {
        const { plan, status, exempt } = options;
        if (plan === undefined && status === undefined && exempt === undefined) {
          command.error('error: nothing to set: give --plan, --status or --exempt');
        }
        const answer = await context.core().setPlan({
          accountId,
          plan,
          subscriptionStatus: status,
          exempt: exempt === undefined ? undefined : exempt === 'true',
        });
        const record = promised(answer.account);
        context.answer({ json: { account: recordJson(record) }, text: renderRecord(record) });
      },
    );
}
