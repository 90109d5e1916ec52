// The guide's chapter on the numbers that simulators know.
import { magicNumbers } from '../../runtime/magic_numbers.ts';

export function numberSection(): string {
  return `## Numbers to try things out with

A service that is being tried out has a simulated phone and a simulated carrier. These numbers belong to nobody, and
always behave alike there:

${magicNumbers.map(({ address, meaning }) => `- \`${address}\`: ${meaning}`).join('\n')}

In production there are no simulators, and a text to one of these numbers is a text like any other.`;
}
