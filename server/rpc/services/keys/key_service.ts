// KeyService: account keys.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type AccountKeySchema,
  type KeyPolicy as KeyPolicyMessage,
  KeyReads,
  type KeyScopes,
  RequireApproval,
} from '../../../../proto/gen/textrelay/v1/key_pb.ts';
import { KeyService } from '../../../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { AccountKeys, Budget } from '../../../app/keys/account_keys.ts';
import { pageOf } from '../../../app/pages.ts';
import { readInstant, scopeOf, sentScopes, toTimestamp } from '../../../connect/proto_values.ts';
import { isSandbox } from '../../../domain/accounts/sandbox.ts';
import {
  type ApprovalRequirement,
  anyRecipient,
  type KeyPolicy,
  type Reads,
  readsOf,
  requireApprovalOf,
  type Scope,
  scopes,
} from '../../../domain/keys/key_policy.ts';
import { invalidRequest } from '../../../errors.ts';
import type { KeyRow } from '../../../store/keys/keys.ts';
import { wordOf } from '../words.ts';

const sentRequirements: Record<ApprovalRequirement, RequireApproval> = {
  never: RequireApproval.NEVER,
  new_recipients: RequireApproval.NEW_RECIPIENTS,
  always: RequireApproval.ALWAYS,
};

const readsSent: Record<Reads, KeyReads> = { all: KeyReads.ALL, known: KeyReads.KNOWN };

const readReads = (value: KeyReads): Reads =>
  value === KeyReads.UNSPECIFIED ? 'all' : wordOf('policy: reads', readsSent, value);

const readRequireApproval = (value: RequireApproval): ApprovalRequirement =>
  value === RequireApproval.UNSPECIFIED
    ? 'never'
    : wordOf('policy: require_approval', sentRequirements, value);

const toPolicy = ({ endsAtMs, sender, perHour, perDay, ...policy }: KeyPolicy) => ({
  scopes: { scopes: policy.scopes.map((scope) => sentScopes[scope]) },
  recipients: { recipients: [...policy.recipients] },
  endsAt: toTimestamp(endsAtMs),
  perHour: perHour ?? undefined,
  perDay: perDay ?? undefined,
  from: sender ?? undefined,
  requireApproval: sentRequirements[requireApprovalOf(policy)],
  reads: readsSent[readsOf(policy)],
});

function readScopes({ scopes: asked }: KeyScopes): readonly Scope[] {
  return asked.map((scope) => {
    const read = scopeOf(scope);
    if (!read) throw invalidRequest(`policy: scopes must be some of ${scopes.join(', ')}`);
    return read;
  });
}

const readPolicy = ({ endsAt, recipients, perHour, perDay, from, ...rest }: KeyPolicyMessage): KeyPolicy => ({
  scopes: rest.scopes ? readScopes(rest.scopes) : scopes,
  endsAtMs: endsAt ? readInstant(endsAt, 'policy: ends_at') : null,
  recipients: recipients?.recipients ?? [anyRecipient],
  perHour: perHour ?? null,
  perDay: perDay ?? null,
  sender: from ?? null,
  requireApproval: readRequireApproval(rest.requireApproval),
  reads: readReads(rest.reads),
});

const toBudget = (budget: Budget | undefined) =>
  budget && { limit: budget.limit, remaining: budget.remaining, resetsAt: toTimestamp(budget.resetsAtMs) };

const toKey = ({
  createdAtMs,
  revokedAtMs,
  lastUsedAtMs,
  policy,
  ...key
}: KeyRow): MessageInitShape<typeof AccountKeySchema> => ({
  ...key,
  createdAt: toTimestamp(createdAtMs),
  revokedAt: toTimestamp(revokedAtMs),
  lastUsedAt: toTimestamp(lastUsedAtMs),
  ...(policy && { policy: toPolicy(policy) }),
  ...(isSandbox(key.accountId) && { sandboxAccount: key.accountId }),
});

/** Serves KeyService. */
export function routeKeys(router: ConnectRouter, keys: AccountKeys): void {
  router.service(KeyService, {
    async createKey({ accountId, label = '', policy, sandbox = false }) {
      const asked = { policy: policy ? readPolicy(policy) : null, isSandbox: sandbox };
      const { key, secret } = await keys.create(accountId, label, asked);
      return { key: toKey(key), secret };
    },

    async listKeys({ accountId, limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, (after, most) =>
        keys.list(accountId, after, most),
      );
      return { keys: rows.map(toKey), nextCursor };
    },

    async changeKey({ accountId, id, label, to }) {
      const policy = to.case === 'policy' ? readPolicy(to.value) : to.value === true ? null : undefined;
      return { key: toKey(await keys.change(accountId, id, { label, policy })) };
    },

    async describeKey({ apiKey }) {
      const described = await keys.describe(apiKey);
      if (!described) return {};
      const { key, hour, day } = described;
      return { key: toKey(key), hour: toBudget(hour), day: toBudget(day) };
    },

    async listKeyRefusals({ accountId, id }) {
      const refusals = (await keys.refusals(accountId, id)).map(({ firstAtMs, lastAtMs, ...refusal }) => ({
        ...refusal,
        firstAt: toTimestamp(firstAtMs),
        lastAt: toTimestamp(lastAtMs),
      }));
      return { refusals };
    },

    async revokeKey({ accountId, id }) {
      return { key: toKey(await keys.revoke(accountId, id)) };
    },
  });
}
