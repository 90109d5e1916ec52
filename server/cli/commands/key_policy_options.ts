// The policy of a key at the command line: an option for each of its rules, and a word that takes the rule away.
import { create } from '@bufbuild/protobuf';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type KeyPolicy,
  KeyPolicySchema,
  KeyReads,
  KeyScope,
  RequireApproval,
} from '../../../proto/gen/textrelay/v1/key_pb.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import {
  type ApprovalRequirement,
  anyRecipient,
  approvalRequirements,
  largestBudget,
  type Reads,
  readings,
  scopes,
} from '../../domain/keys/key_policy.ts';
import { type JsonObject, toTime } from '../answer.ts';
import { parseUpTo, toInstantMs } from '../command.ts';

const scopeOf = { read: KeyScope.READ, send: KeyScope.SEND, manage: KeyScope.MANAGE } as const;
const wordOf = new Map<KeyScope, string>(scopes.map((scope) => [scopeOf[scope], scope]));

const requireApprovalOf: Record<ApprovalRequirement, RequireApproval> = {
  never: RequireApproval.NEVER,
  new_recipients: RequireApproval.NEW_RECIPIENTS,
  always: RequireApproval.ALWAYS,
};
const requireApprovalWord = (policy: KeyPolicy): ApprovalRequirement =>
  approvalRequirements.find((word) => requireApprovalOf[word] === policy.requireApproval) ?? 'never';

const readsOf: Record<Reads, KeyReads> = { all: KeyReads.ALL, known: KeyReads.KNOWN };
const readsWord = (policy: KeyPolicy): Reads =>
  readings.find((word) => readsOf[word] === policy.reads) ?? 'all';

/** The word that takes a rule away. */
const none = 'none';

const parseScopes = (word: string): KeyScope[] =>
  word.split(',').map((scope) => {
    const known = scopes.find((one) => one === scope.trim());
    if (!known) throw new InvalidArgumentError(`Scopes are ${scopes.join(', ')}, with commas between.`);
    return scopeOf[known];
  });

function parseRequireApproval(word: string): RequireApproval {
  const known = approvalRequirements.find((one) => one === word);
  if (!known) throw new InvalidArgumentError(`It is one of ${approvalRequirements.join(', ')}.`);
  return requireApprovalOf[known];
}

function parseReads(word: string): KeyReads {
  const known = readings.find((one) => one === word);
  if (!known) throw new InvalidArgumentError(`It is one of ${readings.join(', ')}.`);
  return readsOf[known];
}

// The word itself is their value: the parser of options takes null for a fault.
const parseBudget = (word: string): number | typeof none =>
  word === none ? none : parseUpTo(largestBudget, 'A budget')(word);

function parseEnd(word: string): number | typeof none {
  if (word === none) return none;
  const atMs = toInstantMs(word);
  if (Number.isNaN(atMs))
    throw new InvalidArgumentError(`An end is a day, an instant as 2026-12-24T18:00:00Z, or ${none}.`);
  return atMs;
}

/** The rules that were typed; what was not is undefined. */
export interface TypedPolicy {
  scopes?: KeyScope[];
  recipients?: string[];
  perHour?: number | typeof none;
  perDay?: number | typeof none;
  ends?: number | typeof none;
  from?: string;
  requireApproval?: RequireApproval;
  reads?: KeyReads;
}

/** Adds the options to a command. */
export const addPolicyOptions = (command: Command): Command =>
  command
    .option(
      '--scopes <list>',
      `what it may do: ${scopes.join(', ')}; read alone changes nothing`,
      parseScopes,
    )
    .option(
      '--recipients <list>',
      'whom it may write to: any, writers (who have written to the account), or numbers and prefixes: +15005550006,+1500*',
      (word) => word.split(',').map((one) => one.trim()),
    )
    .option('--per-hour <texts>', `most texts in an hour, or ${none}`, parseBudget)
    .option('--per-day <texts>', `most texts in a day, or ${none}`, parseBudget)
    .option('--ends <instant>', `it does nothing from then on; or ${none}`, parseEnd)
    .option('--from <sender>', `the sender that its texts leave by, or ${none}`)
    .option(
      '--require-approval <when>',
      `when a person has to approve a text: ${approvalRequirements.join(', ')}`,
      parseRequireApproval,
    )
    .option('--reads <texts>', 'all, or known: only texts of those whom it may write to', parseReads);

/** The policy with the typed rules in place of those that it had; undefined where none was typed. */
export function typedPolicy(typed: TypedPolicy, before?: KeyPolicy): KeyPolicy | undefined {
  const { scopes: asked, recipients, perHour, perDay, ends, from, requireApproval, reads } = typed;
  const rules = [asked, recipients, perHour, perDay, ends, from, requireApproval, reads];
  if (rules.every((rule) => rule === undefined)) return undefined;
  const chosen = <T>(rule: T | typeof none | undefined, old: T | undefined): T | undefined =>
    rule === undefined ? old : rule === none ? undefined : rule;
  const endsAt = chosen(typeof ends === 'number' ? toTimestamp(ends) : ends, before?.endsAt);
  const bounds = { perHour: chosen(perHour, before?.perHour), perDay: chosen(perDay, before?.perDay) };
  const sender = chosen<string>(from, before?.from);
  return create(KeyPolicySchema, {
    scopes: asked ? { scopes: asked } : (before?.scopes ?? { scopes: Object.values(scopeOf) }),
    recipients: recipients ? { recipients } : (before?.recipients ?? { recipients: [anyRecipient] }),
    ...(endsAt && { endsAt }),
    ...(bounds.perHour !== undefined && { perHour: bounds.perHour }),
    ...(bounds.perDay !== undefined && { perDay: bounds.perDay }),
    ...(sender !== undefined && { from: sender }),
    requireApproval: requireApproval ?? before?.requireApproval ?? RequireApproval.NEVER,
    reads: reads ?? before?.reads ?? KeyReads.ALL,
  });
}

const scopeWords = ({ scopes }: KeyPolicy) => scopes?.scopes.map((scope) => wordOf.get(scope) ?? '') ?? [];
const recipientsOf = ({ recipients }: KeyPolicy) => recipients?.recipients ?? [];

/** A policy as JSON; null for none. */
export const policyJson = (policy: KeyPolicy | undefined): JsonObject | null =>
  policy === undefined
    ? null
    : {
        scopes: scopeWords(policy),
        ends_at: toTime(policy.endsAt),
        recipients: recipientsOf(policy),
        per_hour: policy.perHour ?? null,
        per_day: policy.perDay ?? null,
        from: policy.from ?? null,
        requireApproval: requireApprovalWord(policy),
        reads: readsWord(policy),
      };

/** A policy in a line: what it limits. */
export function policyWords(policy: KeyPolicy | undefined): string {
  if (policy === undefined) return '';
  const { perHour, perDay, from } = policy;
  const recipients = recipientsOf(policy);
  const ends = toTime(policy.endsAt);
  const few = recipients.length > 3 ? `${recipients.length} recipients` : recipients.join(' ');
  return [
    scopeWords(policy).join('+'),
    ...(recipients[0] === anyRecipient ? [] : [`to ${few}`]),
    ...(perHour === undefined ? [] : [`${perHour}/hour`]),
    ...(perDay === undefined ? [] : [`${perDay}/day`]),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(requireApprovalWord(policy) === 'never' ? [] : [`require-approval ${requireApprovalWord(policy)}`]),
    ...(readsWord(policy) === 'all' ? [] : ['reads known']),
    ...(ends === null ? [] : [`until ${ends}`]),
  ].join(', ');
}
