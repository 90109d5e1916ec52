// The rules as Prometheus reads them.
import { type AlertRule, alertRules, prometheusWriter } from './rules.ts';

const head = `# Alerts for Prometheus, made by npm run generate. They ask that the jobs that scrape the ops listeners are named textrelay-core,
# textrelay-gateway and textrelay-agent. Every replica counts the texts of all, so that the largest count is taken.
groups:
  - name: textrelay
    rules:
`;

/** Every text is quoted, so that none is read as anything else: as the formatter does it. */
const quoted = (text: string) =>
  text.includes('"') ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);

const forText = (seconds: number) => (seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`);

const writeRule = ({ name, severity, expr, forSeconds, summary, action }: AlertRule) =>
  [
    `      - alert: ${name}`,
    `        expr: ${quoted(expr)}`,
    ...(forSeconds > 0 ? [`        for: ${forText(forSeconds)}`] : []),
    `        labels: { severity: ${severity} }`,
    '        annotations:',
    `          summary: ${quoted(summary(prometheusWriter))}`,
    `          action: ${quoted(action)}`,
    '',
  ].join('\n');

/** The file `textrelay.rules.yaml`. */
export const rulesFile = (): string => head + alertRules.map(writeRule).join('');
