// The lists of how to add something, held to what exists: an example of each kind is mentioned in the files of its list and
// in no other.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isGenerated } from '../tidy/source_file.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const guide = read('gateway/docs/guides/contributing.md');

interface List {
  /** The list's heading in the guide. */
  heading: string;
  /** How files mention the example: something of the kind that was added once. */
  example: RegExp;
  /** Files that mention it and are not of the list, each with its reason. */
  besides?: Readonly<Record<string, string>>;
  /** Files that the list names as what is to be implemented: they stay as they are. */
  implemented?: readonly string[];
}

const lists: readonly List[] = [
  {
    heading: 'Add a table, a column or an index',
    example: /\b(webhook_attempt|message_received)\b/,
    besides: {
      'server/store/subscriptions/conclude_deliveries.ts': 'a statement of the table',
      'server/store/subscriptions/webhooks.ts': 'a statement of the table',
      'server/store/retention/erase_steps.ts': 'a statement of the table',
      'server/store/retention/keep_logs.ts': 'a statement of the table',
    },
  },
  {
    heading: 'Add a device driver',
    example: /\bat[-_]modem\b|drivers\/at\/|AGENT_BAUD/,
    besides: {
      'device-agent/cli/pair_command.ts': 'an example',
      'server/config/config_report.ts': 'an example',
    },
    implemented: ['device-agent/drivers/driver.ts'],
  },
  {
    heading: 'Add a kind of carrier',
    example: /\bhttpKind\b|carrier\/http\/|"kind": "http"|smpp, http or/,
    implemented: ['server/carrier/kind.ts', 'server/carrier/carrier.ts'],
  },
  {
    heading: 'Add a configuration variable',
    example: /(REFERENCE_BITS|GATEWAY_MAX_WAITING|AGENT_FAILPOINT)\b/,
    besides: { 'gateway/docs/guides/decisions.md': 'says why there is one' },
  },
  {
    heading: 'Add a metric',
    example: /^import \{[^}]*\b(Counter|Gauge|Histogram)\b[^}]*\} from 'prom-client'/m,
  },
  {
    heading: "Add an operator's command",
    example: /\baddConsumerCommands\b|\bconsumers list\b/,
    besides: { 'gateway/docs/guides/webhooks.md': 'the guide of its subject' },
  },
];

/** Whether a file is written by hand and is no test: a list has to name such files. */
const isByHand = (path: string) =>
  !isGenerated(path) &&
  !/\.test\.ts$|(^|\/)testing\//.test(path) &&
  (!path.startsWith('test/') || path.startsWith('test/tidy/')) &&
  // The first is generated from the validators, the second has the lists.
  !/guides\/(configuration|contributing)\.md$/.test(path);

const files = globSync('{proto,runtime,server,gateway,device-agent,test}/**/*.{ts,tsx,proto,md}', {
  cwd: root,
})
  .filter(isByHand)
  .map((path) => ({ path, text: read(path) }));

/** The paths of a list, without those of its tests, which differ with what is added. */
function pathsOf(heading: string): string[] {
  const [, after = ''] = guide.split(`### ${heading}\n`);
  const [list = ''] = after.split(/^##/m);
  const steps = list
    .split(/^\d+\. /m)
    .slice(1)
    .filter((step) => !step.startsWith('tests: '));
  return steps.flatMap((step) => [...step.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, path = '']) => path));
}

const isIn = (listed: string) => (path: string) =>
  listed.endsWith('/') ? path.startsWith(listed) : path === listed;

describe.each(lists)('$heading', ({ heading, example, besides = {}, implemented = [] }) => {
  const listed = pathsOf(heading).filter((path) => !implemented.includes(path));
  const mentioned = files.filter(({ text }) => example.test(text)).map(({ path }) => path);

  test('names every file that mentions what was added', () => {
    expect(mentioned.length).toBeGreaterThan(1);
    const known = [...listed, ...Object.keys(besides)];
    expect(mentioned.filter((path) => !known.some((one) => isIn(one)(path)))).toEqual([]);
  });

  test('names nothing else', () => {
    expect([...listed, ...Object.keys(besides)].filter((one) => !mentioned.some(isIn(one)))).toEqual([]);
  });
});
