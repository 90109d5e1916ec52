// `keys create | list | revoke`. The one place where a key's secret is ever shown, and only as it is created.
import type { Command } from 'commander';
import type { AccountKey } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import { allPages, pageRows } from '../all_pages.ts';
import { type Json, renderTable, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId, promised } from '../command.ts';

const keyJson = (key: AccountKey): { [name: string]: Json } => ({
  id: toInteger(key.id),
  account_id: toInteger(key.accountId),
  label: key.label,
  hint: key.hint,
  created_at: toTime(key.createdAt),
  revoked_at: toTime(key.revokedAt),
  last_used_at: toTime(key.lastUsedAt),
});

const renderKeys = (keys: readonly AccountKey[]) =>
  renderTable(
    ['id', 'label', 'key', 'created', 'last used', 'revoked'],
    keys.map((key) => [
      String(key.id),
      key.label,
      key.hint,
      toTime(key.createdAt) ?? '',
      toTime(key.lastUsedAt) ?? '',
      toTime(key.revokedAt) ?? '',
    ]),
    'no keys',
  );

/** Adds the group to the program. */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description("make, list and end an account's API keys");

  keys
    .command('create')
    .description('create a key; its secret is shown this once')
    .argument('<account>', "the account's id", parseId)
    .option('--label <label>', 'a note to recognise it by, at most 100 characters', '')
    .action(async (accountId: bigint, { label }: { label: string }) => {
      const answer = await context.core().createKey({ accountId, label });
      const key = promised(answer.key);
      context.answer({
        json: { key: keyJson(key), secret: answer.secret },
        text: `${answer.secret}\nThis is key ${key.id} of account ${accountId}. Keep it now: it is never shown again.\n`,
      });
    });

  keys
    .command('list')
    .description('list keys without their secrets, with those that were revoked in the last 90 days')
    .argument('<account>', "the account's id", parseId)
    .action(async (accountId: bigint) => {
      const found = await allPages<AccountKey, bigint>(async (cursor) => {
        const { keys: rows, nextCursor } = await context
          .core()
          .listKeys({ accountId, limit: pageRows, cursor });
        return { rows, nextCursor };
      });
      context.answer({ json: { keys: found.map(keyJson) }, text: renderKeys(found) });
    });

  keys
    .command('revoke')
    .description('end a key: its next request is refused')
    .argument('<account>', "the account's id", parseId)
    .argument('<key>', "the key's id, as keys list shows it", parseId)
    .action(async (accountId: bigint, keyId: bigint) => {
      const key = promised((await context.core().revokeKey({ accountId, keyId })).key);
      context.answer({ json: { key: keyJson(key) }, text: renderKeys([key]) });
    });
}
