// What a core finds by the rules: what is wrong, what is good, and for which rules it spoke for the whole service.
import { type AlertFacts, alertRules, type Found, type Labels } from '../../../ops/alerts/rules.ts';
import type { AlertKey } from '../../../store/operations/alerts.ts';
import { durationOf } from '../duration.ts';

/** Most alerts of a rule that are kept: more of them would say nothing more. */
const mostOfRule = 100;

/** The labels as one text, in order of name: `account 421, device 3`. */
const subjectOf = (labels: Labels): string =>
  Object.keys(labels)
    .toSorted()
    .map((name) => `${name} ${labels[name]}`)
    .join(', ');

const writerFor = ({ labels, value }: Found) => ({
  label: (name: string) => labels[name] ?? '',
  count: String(value),
  duration: durationOf(value),
});

interface Judged {
  seen: (AlertKey & { summary: string })[];
  good: AlertKey[];
  /** Rules whose alerts are all over, except those among `seen`. */
  judged: string[];
}

/** `speaksForAll`: this core says as well what holds for the whole service. */
export function judgeFacts(facts: AlertFacts, speaksForAll: boolean): Judged {
  const result: Judged = { seen: [], good: [], judged: [] };
  for (const { name: rule, own, summary } of alertRules) {
    if (!own || (own.isOfAll && !speaksForAll)) continue;
    const found = own.judge(facts);
    if (!found) continue;
    if (own.isOfAll) result.judged.push(rule);
    for (const one of found.slice(0, mostOfRule))
      result.seen.push({ rule, subject: subjectOf(one.labels), summary: summary(writerFor(one)) });
    for (const labels of own.good?.(facts).slice(0, mostOfRule) ?? [])
      result.good.push({ rule, subject: subjectOf(labels) });
  }
  return result;
}
