// Values that programs send: on a schema, nearly on it, and far from it.
import fc, { type Arbitrary } from 'fast-check';
import type { Json } from '../../../gateway/openapi/types.ts';

interface Schema {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Json>;
  items?: Json;
  minItems?: number;
}

/** Any text, also such as databases and logs stumble over. */
export const wildText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\u0000',
      '\ud800',
      '\udfff x',
      '\ufeff',
      '\u202e',
      'null',
      'undefined',
      '[object Object]',
      'NaN',
    ],
    ...[
      '__proto__',
      'constructor',
      "' or 1=1 --",
      '%s%n',
      '{{7*7}}',
      '<script>',
      '../../etc/passwd',
      '%00',
      '\r\nX: y',
    ],
  ),
);

const phoneNumber = fc.oneof(
  fc.constantFrom('+15005550006', '(500) 555-0006', '5005550007', '+49 30 123456', '+15005550011'),
  fc.integer({ min: 0, max: 9999 }).map((last) => `+1500555${String(last).padStart(4, '0')}`),
);

/** Integers as they may stand in a query, also such as are none. */
export const integerText = (minimum: number, maximum: number): Arbitrary<string> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1_000) }).map(String),
    },
    fc.constantFrom(minimum, minimum - 1, maximum, BigInt(maximum) + 1n).map(String),
    fc.bigInt().map(String),
    fc.constantFrom('1e3', '0x10', ' 1', '1.0', '-0', '007', '+1', '1,2', '9223372036854775808', '1_0', '٣'),
    wildText,
  );

/** A text of a length that the schema allows, often at its ends. */
function textOn({ minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  const size = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: minLength, max: Math.min(maxLength, minLength + 40) }) },
    fc.constantFrom(minLength, maxLength),
  );
  const unit = fc.constantFrom('x', ' ', 'é', '€', '\u{1f600}', '0', '\n');
  return fc.tuple(size, unit).map(([length, character]) => character.repeat(length));
}

/** Instants around those that a text may be sent for. */
const soon = fc
  .integer({ min: -1, max: 36 })
  .map((days) => new Date(Date.now() + days * 24 * 3_600_000).toISOString());

/** A value that the schema takes. */
export function valueOn(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (name === 'address') return phoneNumber;
  if (name === 'url')
    return fc.constantFrom('http://127.0.0.1:1/', 'https://10.0.0.1/', 'ftp://a', 'nothing');
  if (name === 'time_zone') return fc.constantFrom('Europe/Berlin', 'UTC', 'Europe/Atlantis');
  if (schema.pattern?.endsWith(':[0-5][0-9]$')) return fc.constantFrom('00:00', '07:30', '23:59');
  if (name === 'send_at')
    return fc.oneof(fc.constant(null), soon, fc.constantFrom('2026-02-30T14:00:00Z', 'soon'));
  if (name === 'at') return fc.constantFrom('2026-11-20T14:00:00Z', '2026-02-30T14:00:00Z', 'yesterday');
  if (name === 'secret') return fc.constantFrom(`whsec_${'A'.repeat(32)}`, 'whsec_', null);
  if (name === 'plan') return fc.constantFrom('starter', 'growth', 'pro', 'free');
  if (name === 'email') return fc.constantFrom('ada@example.com', 'ADA@example.com ', 'é@example.com', 'a@b');
  if (name === 'country') return fc.constantFrom('US', 'DE', 'us', 'XX');
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 1_000) });
    case 'object':
      return objectOn(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueOn(schema.items as Schema, ''), { minLength: schema.minItems ?? 0, maxLength: 5 });
    default:
      return textOn(schema);
  }
}

/** An object that the schema takes, with and without what it may leave out. */
export function objectOn({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueOn(schema as Schema, name)]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required }) as Arbitrary<
    Record<string, unknown>
  >;
}

/** A name as somebody writes it who misremembers it. */
export const misspelt = (name: string): Arbitrary<string> =>
  fc.constantFrom(
    name.replace(/_./g, (letters) => letters.slice(1).toUpperCase()),
    name.replaceAll('_', '-'),
    name.toUpperCase(),
    ` ${name}`,
    `${name}s`,
    name.slice(1),
    name.replace(/(.)(.)$/, '$2$1'),
  );

/** An object with one thing wrong: a field gone, of another type, too long, misspelt, or one too many. */
export function objectNear(schema: Schema): Arbitrary<Record<string, unknown>> {
  const names = Object.keys(schema.properties ?? {});
  const flaw = fc.oneof(
    fc.constant({ gone: true }),
    fc.jsonValue().map((value) => ({ value })),
    wildText.map((value) => ({ value })),
    fc.integer({ min: 0, max: 4_000 }).map((length) => ({ value: 'x'.repeat(length) })),
  );
  const own = fc.constantFrom(...names);
  const name = fc.oneof({ weight: 4, arbitrary: own }, own.chain(misspelt), wildText);
  return fc.tuple(objectOn(schema), name, flaw).map(([object, field, change]) => {
    const changed = { ...object };
    if ('gone' in change) delete changed[field];
    else changed[field] = change.value;
    return changed;
  });
}
