// What simulated phones and carriers may be given: they deliver nothing, so that a real text must not end there as soon
// as its account has a way that texts really leave by.
import { magicNumbers } from '../../runtime/magic_numbers.ts';

/** The name by which agents and carriers of that kind name themselves. */
export const simulatedWord = 'simulated';

/** The recipients whose texts simulators take whatever else there is, in E.164. They belong to nobody. */
export const magicRecipients: readonly string[] = magicNumbers.map(({ address }) => address);

/** What a simulated device and the operator are shown while its account has a real way out. */
export const magicOnly =
  'simulated: it takes the magic numbers only, because this account has a real way out';

/** What is shown of a simulated device in production. */
export const nothingInProduction = 'simulated: it is given nothing, because NODE_ENV is production';

/** What the people of an account are shown of a simulated device that is given everything. */
export const simulatedOnly =
  'simulated: it delivers nothing; pair a real device, or get a number on a carrier, to reach people';
