// Values that clients may write for a query parameter that is an integer.

/** Values that are not integers and get 400, percent-encoded as in a query. */
export const notIntegers = [
  '',
  '1e3',
  '0x10',
  '1.0',
  '1.5',
  '+1',
  '%2B1',
  '%201',
  '1%20',
  '--1',
  '1-',
  'abc',
  'null',
  'NaN',
  'Infinity',
  '1n',
  '1_000',
  '1,000',
  '%D9%A1',
  '1%00',
];

/** A parameter that comes twice is not an integer either. */
export const repeated = (name: string) => `${name}=1&${name}=1`;
