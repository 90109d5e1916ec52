// `incoming webhooks list | remove`: what accounts make of other programs' calls, and what was last refused.
import type { Command } from 'commander';
import type { IncomingWebhook } from '../../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { createView, jsonOf, type View } from '../answer.ts';
import { accountArgument, type CommandContext } from '../command.ts';

const incomingWebhookView: View<IncomingWebhook> = {
  ...createView<IncomingWebhook>(
    [],
    {
      name: 'name',
      'an hour': 'textsPerHour',
      signed: 'hasSecret',
      created: 'createdAt',
      'last used': 'lastUsedAt',
      'last refused': 'lastRefusedAt',
      refusal: 'lastRefusal',
    },
    'no incoming webhooks',
  ),
  // Recipients and words are the account's own.
  json: (incomingWebhook) => ({
    ...jsonOf(incomingWebhook, ['accountId', 'name', 'hasSecret', 'keyId', 'createdAt']),
    ...jsonOf(incomingWebhook, ['lastUsedAt', 'lastRefusedAt', 'lastRefusal', 'textsPerHour', 'urgent']),
  }),
};

/** Adds the group `incoming webhooks`. */
export function addIncomingWebhookCommands(program: Command, context: CommandContext): void {
  const incomingWebhooks = program
    .command('incoming-webhooks')
    .description("see what other programs' calls become");
  incomingWebhooks
    .command('list')
    .description("list an account's incoming webhooks, when each last sent, and what it was last refused for")
    .argument(...accountArgument)
    .action(async (accountId: bigint) => {
      context.answerAll(
        'incoming_webhooks',
        incomingWebhookView,
        (await context.core().listIncomingWebhooks({ accountId })).incomingWebhooks,
      );
    });
  incomingWebhooks
    .command('remove')
    .description('remove a incomingWebhook: its callers are answered not_found from then on')
    .argument(...accountArgument)
    .argument('<name>', 'as incoming-webhooks list shows it')
    .action(async (accountId: bigint, name: string) => {
      await context.core().deleteIncomingWebhook({ accountId, name });
      context.answer({ json: { ok: true }, text: 'removed\n' });
    });
}
