// The forms of the statement that accepts texts. PostgreSQL sets up all steps that a statement has at each run, so that
// each batch takes the form that has the rules for its texts, and no more.
import { answerBudget, ownAnswerBudget } from './answers.ts';
import { writtenApproval } from './rules/approval_rules.ts';
import { anyBudget, chargedKeys, jointBudget, keyBudget, noBudget, ownBudget } from './rules/budget_rules.ts';
import {
  chargedIncomingWebhooks,
  incomingWebhookRule,
  noIncomingWebhookRule,
} from './rules/incoming_webhook_rules.ts';
import type { Given } from './rules/judge_texts.ts';
import {
  countedKey,
  fullKey,
  type KeyReading,
  keyFlag,
  keyPolicy,
  keyRule,
  lightKey,
  noKeyRule,
  ownKeyRule,
  type PolicyNeeds,
} from './rules/policy_rules.ts';
import { rowOf, type SpecialRules } from './rules/rule_steps.ts';
import { noSenderRule, senderRule } from './rules/sender_rules.ts';
import { noTimeRule, timeRule } from './rules/time_rules.ts';

/** What a form has that few texts need. */
export interface SendForm {
  special: (given: Given, lock: string) => SpecialRules;
  key: KeyReading;
  /** The steps that count by these rules. */
  counts: (nowMs: string) => readonly string[];
}

const noRules: SpecialRules = {
  steps: [],
  key: noKeyRule,
  incomingWebhook: noIncomingWebhookRule,
  sender: noSenderRule,
  time: noTimeRule,
  budgetSteps: [],
  budget: noBudget,
};
const naming = (given: Given) => ({ ...noRules, sender: senderRule(given) });
const timed = (given: Given) => ({
  ...naming(given),
  time: timeRule,
  budgetSteps: [answerBudget('for update')],
  budget: ownAnswerBudget,
});
const counted = (given: Given, lock: string) => ({
  ...noRules,
  key: ownKeyRule,
  budgetSteps: [keyBudget(given, lock)],
  budget: ownBudget,
});
const keyed = (given: Given, lock: string) => ({ ...counted(given, lock), sender: senderRule(given) });
const bound = (given: Given, lock: string) => ({
  ...timed(given),
  steps: [keyRule(given), incomingWebhookRule(given, lock)],
  key: rowOf('key_rule'),
  incomingWebhook: rowOf('incoming_webhook_rule'),
  budgetSteps: [answerBudget('for update'), keyBudget(given, lock), jointBudget],
  budget: anyBudget,
});

const unpoliced = { key: keyFlag, counts: () => [] };

// From the cheapest to the one that has all rules.
const forms = {
  plain: { ...unpoliced, special: () => noRules },
  naming: { ...unpoliced, special: naming },
  timed: { ...unpoliced, special: timed },
  light: { special: () => ({ ...noRules, key: ownKeyRule }), key: lightKey, counts: () => [] },
  counted: { special: counted, key: countedKey, counts: () => [chargedKeys] },
  keyed: {
    special: keyed,
    key: fullKey,
    counts: (nowMs: string) => [chargedKeys, writtenApproval(nowMs)],
  },
  bound: {
    special: bound,
    key: keyPolicy,
    counts: (nowMs: string) => [chargedKeys, chargedIncomingWebhooks(nowMs), writtenApproval(nowMs)],
  },
} satisfies Record<string, SendForm>;

type FormName = keyof typeof forms;

/** Makes something of each form. */
export const mapForms = <T>(make: (form: SendForm) => T): Record<FormName, T> => ({
  plain: make(forms.plain),
  naming: make(forms.naming),
  timed: make(forms.timed),
  light: make(forms.light),
  counted: make(forms.counted),
  keyed: make(forms.keyed),
  bound: make(forms.bound),
});

/** What of a text decides which rules it needs. */
interface RuledText {
  policyKey: string | null;
  incomingWebhook: string | null;
  sendAtMs: number | null;
  isTimed: boolean;
  sender: string | null;
}

/** The cheapest form that has the rules for all of the texts. */
export const formFor = (texts: readonly RuledText[], policed: PolicyNeeds | null): FormName => {
  if (texts.some(({ policyKey, incomingWebhook }) => policyKey !== null || incomingWebhook !== null))
    return 'bound';
  const needsTimes = texts.some(({ sendAtMs, isTimed }) => sendAtMs !== null || isTimed);
  if (needsTimes) return policed === null ? 'timed' : 'bound';
  const namesSender = texts.some(({ sender }) => sender !== null);
  if (policed !== null) return namesSender || policed === 'full' ? 'keyed' : policed;
  return namesSender ? 'naming' : 'plain';
};
