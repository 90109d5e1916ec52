// `hooks list | remove`: what accounts make of other programs' calls, and what was last refused.
import type { Command } from 'commander';
import type { Hook, HookSettings } from '../../../proto/gen/textrelay/v1/hook_service_pb.ts';
import { createView, jsonOf, type View } from '../answer.ts';
import { accountArgument, type CommandContext, promised } from '../command.ts';

const settingsOf = ({ settings }: Hook): HookSettings => promised(settings);

const hookView: View<Hook> = {
  ...createView<Hook>(
    [],
    {
      name: 'name',
      'an hour': (hook) => settingsOf(hook).textsPerHour,
      signed: 'hasSecret',
      created: 'createdAt',
      'last used': 'lastUsedAt',
      'last refused': 'lastRefusedAt',
      refusal: 'lastRefusal',
    },
    'no hooks',
  ),
  // Recipients and words are the account's own.
  json: (hook) => ({
    ...jsonOf(hook, ['accountId', 'name', 'hasSecret', 'keyId', 'createdAt']),
    ...jsonOf(hook, ['lastUsedAt', 'lastRefusedAt', 'lastRefusal']),
    ...jsonOf(settingsOf(hook), ['textsPerHour', 'urgent']),
  }),
};

/** Adds the group `hooks`. */
export function addHookCommands(program: Command, context: CommandContext): void {
  const hooks = program.command('hooks').description("see what other programs' calls become");
  hooks
    .command('list')
    .description("list an account's hooks, when each last sent, and what it was last refused for")
    .argument(...accountArgument)
    .action(async (accountId: bigint) => {
      context.answerAll('hooks', hookView, (await context.core().listHooks({ accountId })).hooks);
    });
  hooks
    .command('remove')
    .description('remove a hook: its callers are answered not_found from then on')
    .argument(...accountArgument)
    .argument('<name>', 'as hooks list shows it')
    .action(async (accountId: bigint, name: string) => {
      await context.core().deleteHook({ accountId, name });
      context.answer({ json: { ok: true }, text: 'removed\n' });
    });
}
