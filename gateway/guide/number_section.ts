// The guide's chapter on the numbers that simulators know. The simulators have the same table; a test holds them together.

/** What becomes of a text to each number, in E.164, as long as a simulator takes it. */
export const magicNumbers: readonly (readonly [number: string, outcome: string])[] = [
  ['+15005550006', 'delivered at once, as is every number that is not listed here'],
  ['+15005550007', 'delivered 10 seconds later'],
  ['+15005550008', 'fails at once: `rejected_by_network`'],
  ['+15005550009', 'sent, then fails by a receipt: `rejected_by_network`'],
  ['+15005550010', 'sent, and no receipt ever comes'],
  ['+15005550011', 'delivered, then replies: "You said: ..."'],
  ['+15005550012', 'the submit is never answered: `outcome_unknown` after 15 seconds'],
];

export function numberSection(): string {
  return `## Numbers to try things out with

A service that is being tried out has a simulated phone and a simulated carrier. These numbers belong to nobody, and
always behave alike there:

${magicNumbers.map(([number, outcome]) => `- \`${number}\`: ${outcome}.`).join('\n')}

In production there are no simulators, and a text to one of these numbers is a text like any other.`;
}
