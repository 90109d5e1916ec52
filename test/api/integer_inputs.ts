// What clients write where an integer is asked, for every query parameter that is one.

/** No integers: 400. As they stand in a query, percent-encoded. */
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

/** A name twice is no integer either. */
export const repeated = (name: string) => `${name}=1&${name}=1`;
