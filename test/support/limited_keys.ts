// Keys with policies, for tests of what is refused.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { KeyPolicySchema, KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import type { TestAccount } from './core.ts';
import { openInspector } from './database.ts';
import type { Stack } from './stack.ts';

/** The rules that such a key may have; those that are left out forbid nothing. */
export type KeyLimits = Omit<
  Exclude<MessageInitShape<typeof KeyPolicySchema>, { $typeName: string }>,
  'scopes' | 'recipients'
> & { scopes?: KeyScope[]; recipients?: string[] };

/** The policy with these rules. */
export const policyOf = ({ scopes, recipients, ...rest }: KeyLimits) => ({
  ...rest,
  ...(scopes && { scopes: { scopes } }),
  ...(recipients && { recipients: { recipients } }),
});

export async function makeLimitedKey(
  { core }: Pick<Stack, 'core'>,
  { id: accountId }: Pick<TestAccount, 'id'>,
  limits: KeyLimits,
): Promise<{ id: bigint; secret: string }> {
  const { key, secret } = await core.admin.createKey({ accountId, policy: policyOf(limits) });
  return { id: key?.id ?? 0n, secret };
}

/** A key whose end date has passed. */
export async function makeEndedKey(
  stack: Pick<Stack, 'core' | 'databaseUrl'>,
  account: Pick<TestAccount, 'id'>,
): Promise<string> {
  const { id, secret } = await makeLimitedKey(stack, account, { perDay: 1 });
  const sql = openInspector(stack.databaseUrl);
  await sql`update api_key set policy = jsonb_set(policy, '{endsAtMs}', '1000')
    where account_id = ${String(account.id)} and id = ${String(id)}`;
  await sql.end();
  return secret;
}
