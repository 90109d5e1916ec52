// The words that the glossary replaced, kept out in every form that an expression can distinguish from plain English.
// This file alone may hold them.
import type { Rule } from './source_file.ts';

interface Replaced {
  forms: RegExp;
  /** Files that may say it, each because its name is known to others: a metric's or a field's. */
  exceptIn?: readonly string[];
}

const replaced: readonly Replaced[] = [
  { forms: /\bcan not\b|\bcarriage\b|\bvigil\b/i },
  // The label of a metric that operators have in their dashboards.
  {
    forms: /\b[lL]anes?\b|[a-z]Lanes?\b|\b[lL]ane[A-Z]/,
    exceptIn: ['gateway/metrics.ts', 'server/ops/metrics.ts'],
  },
  // The metric of that name.
  {
    forms: /\b[rR]ooms?\b|[a-z]Rooms?\b|\b[rR]oom[A-Z]/,
    exceptIn: ['server/carrier/carrier_metrics.ts'],
  },
  { forms: /\b(?:[Uu]n)?[tT]old\b|[a-z]Told(?![a-z])|\btold[A-Z]/ },
  { forms: /\btells?\b|\btelling\b|[a-z]Tells?\b|\btell[A-Z]/ },
  { forms: /\bTells? (?!the\b)/ },
  { forms: /\b(?:un)?heard\b|[a-z]Heard(?![a-z])|\b(?:Un)?[hH]eard[A-Z]/ },
  { forms: /\b[iI]n hand\b|\bin (?:a replica|this replica|nobody|somebody)[’']s hand\b|\b(?:isI|i)nHand\b/ },
  { forms: /\b(?:listHeld\w*|heldText|takeHeld|endHeld\w*)\b/ },
  { forms: /\bfar ends?\b|[fF]arEnds?\b/i },
  { forms: /\bstrangers?\b/i },
  { forms: /\bisResting\b|\brestMs\b|\bresting for\b|\blongestRestMs\b/ },
  { forms: /\b[pP]ace\b|[a-z]Pace\b|\bpaceMs\b/ },
  { forms: /(?:\/\/|\*) Who(?:m|se)\b/ },
  { forms: /; answers (?:a|an|the|their|its|whether|how)\b|\. Answers for each\b/ },
  { forms: /\bAgentFault\b|\bfaultsOf(?:Settings|Object)\b|\bunexpected fault\b/ },
];

/**
 * What other words there are for: `x is required`, `x must not be empty`, `x must have at most n characters`, `x must be from n
 * to m`, `x must be one of y, z`.
 */
const otherForms =
  /\bis (?:missing|empty|none)\b|\bhas (?:at most|\d|\$)|\bis too (?:long|short|many)\b|^give\b|^there may be\b|\btakes\b|\bis there twice\b|\bmust be (?:-?\d+|\$\{[^}]*\}) to\b|\bmust be \w+ or \w+$|\bboth\b/;

export const wordRules: readonly Rule[] = [
  {
    title: 'words that the glossary replaces do not come back',
    faultsOf({ path, text }) {
      if (!/\.(ts|md|proto)$/.test(path) || path === 'test/tidy/word_rules.ts') return [];
      if (/glossary\.md$|^CHANGELOG\.md$|\/migrations\//.test(path)) return [];
      return replaced
        .filter(({ exceptIn = [] }) => !exceptIn.includes(path))
        .flatMap(({ forms }) => forms.exec(text)?.[0] ?? [])
        .map((found) => `says "${found}"`);
    },
    breaks: [
      ['server/a.ts', '// It can not be read.'],
      ['README.md', 'The carriage of texts.'],
      ['server/a.ts', 'const lane = openLane();'],
      ['server/a.ts', 'class SimLane {}'],
      ['server/a.ts', 'carrier.onRoom();'],
      ['server/a.ts', '// There is no room for it.'],
      ['server/a.ts', '/** Told of each text. */'],
      ['server/a.ts', 'let toldAtMs = 0;'],
      ['server/a.ts', '// The device tells how it is.'],
      ['server/a.ts', 'const tellState = 1;'],
      ['server/a.ts', 'let lastHeardMs = 0;'],
      ['server/a.ts', '// Nobody heard of it.'],
      ['server/a.ts', '// A text in hand.'],
      ['server/a.ts', "// It is in nobody's hand."],
      ['server/a.ts', 'store.listHeldByDead();'],
      ['server/a.ts', '// The far end repeats it.'],
      ['server/a.ts', '// Calls of strangers.'],
      ['server/a.ts', 'const restMs = 1;'],
      ['server/a.ts', '// The pace of a carrier.'],
      ['server/a.ts', '/** Whom it acts for. */'],
      ['server/a.ts', '/** Starts it; answers a function that ends it. */'],
      ['server/a.ts', "throw new AgentFault('x');"],
      ['proto/a.proto', '// Tells what it serves.'],
    ],
    keeps: [
      ['server/a.ts', '// It cannot be read; the rest of it, on one plane.'],
      [
        'server/a.ts',
        "const name = 'last_heard_seconds'; // The account whose key it is, handed over by hand.",
      ],
    ],
  },
  {
    title: 'a refused request is refused in the form of its kind',
    faultsOf({ path, text }) {
      if (!/^(?:server|gateway)\/.*\.ts$/.test(path)) return [];
      return [...text.matchAll(/invalidRequest\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gs)]
        .map(([, , message = '']) => message)
        .filter((message) => otherForms.test(message))
        .map((message) => `refuses with "${message}"`);
    },
    breaks: [
      ['server/a.ts', "throw invalidRequest('method is missing');"],
      ['server/a.ts', 'throw invalidRequest(`a name has 1 to 64 characters`);'],
      ['gateway/a.ts', "throw invalidRequest('password is too long');"],
      ['gateway/a.ts', "throw invalidRequest('give seq or at, not both');"],
      ['gateway/a.ts', "throw invalidRequest('there may be at most 8 headers', 431);"],
      ['gateway/a.ts', "throw invalidRequest('simNumber takes a deviceId beside it');"],
      ['server/a.ts', "throw invalidRequest('the text is empty');"],
      ['server/a.ts', 'throw invalidRequest(`number must be 1 to 9`);'],
      ['server/a.ts', "throw invalidRequest('route must be device or gateway');"],
    ],
    keeps: [
      ['server/a.ts', "throw invalidRequest('method is required');"],
      ['server/a.ts', 'throw invalidRequest(`name must have 1 to 64 characters`);'],
      ['runtime/a.ts', "invalidRequest('TEXTRELAY_URL is missing');"],
    ],
  },
];
