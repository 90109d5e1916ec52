// What a client says it takes: pages, and compressed answers.

/** The encodings that answers are kept in, the smallest first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Whether a client wants to read a page: browsers name it, programs take anything. */
export const wantsPage = (accept: string | undefined): boolean => /\btext\/html\b/i.test(accept ?? '');

/** What a header names, and whether its weight lets it be taken (RFC 9110, 12.4.2). */
const rangesOf = (header: string) =>
  header.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    return { range, isTaken: weight === undefined || Number(weight.split('=')[1]) > 0 };
  });

/** Whether a header Accept takes a type (RFC 9110, 12.5.1): the range that says most of it decides. One that is not there takes all. */
export function takesType(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const named = rangesOf(accept);
  const fitting = [type, `${type.split('/')[0]}/*`, '*/*'];
  const found = fitting.flatMap((range) => named.find((one) => one.range === range) ?? []);
  return found[0]?.isTaken ?? false;
}

/** The smallest encoding that a client takes; undefined for one that takes none. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const named = rangesOf(accepted ?? '');
  return encodings.find((encoding) => named.some(({ range, isTaken }) => range === encoding && isTaken));
}
