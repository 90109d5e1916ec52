// What the operator gets when alerts begin or are over: one message for all that a look found.
import { alertRules } from '../../../ops/alerts/rules.ts';
import { durationOf } from '../duration.ts';

/** An alert that began or is over. */
export interface ReportedAlert {
  rule: string;
  summary: string;
  sinceMs: number;
}

/** A message to the operator. */
export interface AlertMessage {
  subject: string;
  text: string;
  /** One that began is critical. */
  isCritical: boolean;
}

/** Most alerts that a message names; it counts the others. */
const mostNamed = 20;

const rules = new Map(alertRules.map((rule) => [rule.name, rule]));

const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function named(alerts: readonly ReportedAlert[], say: (alert: ReportedAlert) => string): string[] {
  const more = alerts.length - mostNamed;
  return [...alerts.slice(0, mostNamed).map(say), ...(more > 0 ? [`- and ${more} more`] : [])];
}

/** An action appears once, however many alerts ask for it. */
function begunLines(alerts: readonly ReportedAlert[]): string[] {
  const said = new Set<string>();
  return named(alerts, ({ rule, summary, sinceMs }) => {
    const { severity = 'warning', action = '' } = rules.get(rule) ?? {};
    const line = `- ${severity}: ${summary} (since ${minute(sinceMs)})`;
    if (said.has(rule)) return line;
    said.add(rule);
    return `${line}\n  ${action}`;
  });
}

const overLines = (alerts: readonly ReportedAlert[], nowMs: number) =>
  named(alerts, ({ summary, sinceMs }) => `- ${summary} (after ${durationOf((nowMs - sinceMs) / 1000)})`);

function subjectOf(begun: readonly ReportedAlert[], over: readonly ReportedAlert[]): string {
  const [first, second] = [...begun, ...over];
  if (first !== undefined && second === undefined)
    return `[Textrelay] ${over.length > 0 ? 'over: ' : ''}${first.summary}`;
  const words = [
    ...(begun.length > 0 ? [`${begun.length} began`] : []),
    ...(over.length > 0 ? [`${over.length} over`] : []),
  ];
  return `[Textrelay] alerts: ${words.join(', ')}`;
}

/** Writes the message. `mayBeRepeat`: a core ended while it said some of it. */
export function writeMessage(
  begun: readonly ReportedAlert[],
  over: readonly ReportedAlert[],
  nowMs: number,
  mayBeRepeat = false,
): AlertMessage {
  const text = [
    ...(begun.length > 0 ? ['Began:', ...begunLines(begun)] : []),
    ...(begun.length > 0 && over.length > 0 ? [''] : []),
    ...(over.length > 0 ? ['Over:', ...overLines(over, nowMs)] : []),
    ...(mayBeRepeat ? ['', 'You may have got some of this before: a core ended while it sent it.'] : []),
    '',
  ].join('\n');
  const isCritical = begun.some(({ rule }) => rules.get(rule)?.severity === 'critical');
  return { subject: subjectOf(begun, over), text, isCritical };
}

/** The message with which the operator tests that alerts arrive. */
export const testMessage: AlertMessage = {
  subject: '[Textrelay] a test',
  text: 'This is a test: alerts of the service reach you here.\n',
  isCritical: false,
};
