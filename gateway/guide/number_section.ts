// The guide's chapter on the numbers that simulators know.
import { magicNumbers } from '../../runtime/magic_numbers.ts';

export function numberSection(): string {
  return `## Numbers to try things out with

A service that is being tried out has a simulated phone and a simulated carrier. These numbers belong to nobody, and
always behave alike there:

${magicNumbers.map(({ address, meaning }) => `- \`${address}\`: ${meaning}`).join('\n')}

An account that has a real route has no simulators, and in production there are none: a text to one of these numbers is
then a text like any other.`;
}
