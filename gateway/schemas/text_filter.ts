// Which texts the log is asked for. The words are judged by the core.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { Type } from 'typebox';
import { invalidRequest } from '../errors/errors.ts';
import { readFilterInstant } from './instants.ts';
import { integer, oneOf, text } from './kinds.ts';
import { filterText, optionalId, type Parameter, type ValuesOf } from './parameters.ts';
import { maxAddressLength } from './text_rules.ts';

const filterInstant = (description: string): Parameter<Timestamp | undefined> => {
  const { schema, read } = filterText(text(`${description} RFC 3339, or a day.`));
  return {
    schema,
    read(value, name) {
      const said = read(value, name);
      return said === '' ? undefined : readFilterInstant(said, name);
    },
  };
};

/** The parameters of a filter. */
export const filterParameters = {
  direction: filterText(oneOf(['out', 'in'], 'Only this direction.')),
  status: filterText(
    oneOf(
      ['queued', 'sending', 'sent', 'delivered', 'received', 'failed'],
      'Only texts in this state. failed is found by itself; the others are looked for among the texts of the range.',
    ),
  ),
  route: filterText(oneOf(['device', 'gateway'], 'Only this route.')),
  address: filterText(
    Type.String({
      maxLength: maxAddressLength,
      description: 'Only the texts exchanged with this address.',
    }),
    maxAddressLength,
  ),
  from: filterInstant(
    'Only what the service had at this instant or after it. A text that a phone brought late counts where it came.',
  ),
  to: filterInstant('Only what the service had before this instant.'),
  key_id: optionalId('key', 'Only texts that were sent with the account key of this id.'),
};

/** The filter as the core is asked with it. */
export const filterOf = ({ key_id: keyId, ...same }: ValuesOf<typeof filterParameters>) => ({
  ...same,
  keyId,
});

/** The beginning of a page; undefined for the newest. */
export const beforeParameter: Parameter<bigint | undefined> = {
  schema: integer(1, 'Only texts with an id below this one: next_before of the page before.'),
  read(value, name) {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !/^[1-9]\d{0,17}$/.test(value))
      throw invalidRequest(`${name} must be a next_${name} of an earlier answer`);
    return BigInt(value);
  },
};
