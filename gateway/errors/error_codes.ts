// What the contract says of each error code: its word, its HTTP status, what it means, and a client's remedy. The API document and the
// guide for agents are made of it.
import { getOption } from '@bufbuild/protobuf';
import { comments } from '../../proto/gen/comments.ts';
import { ErrorCode, ErrorCodeSchema, error } from '../../proto/gen/textrelay/v1/error_pb.ts';

/** A word that clients act on (SPEC: Errors). */
export type Code = Lowercase<Exclude<keyof typeof ErrorCode, 'UNSPECIFIED'>>;

interface DescribedCode {
  number: number;
  code: Code;
  status: number;
  /** Only the console's pages come across it, and programs that ask with a key where a person is asked for. */
  isConsole: boolean;
  /** Completes "the code means: ...". */
  means: string;
  /** The remedy. */
  advice: string;
  /** An error text of that code, as it may be answered. */
  example: string;
}

const described: readonly DescribedCode[] = ErrorCodeSchema.values
  .filter(({ number }) => number !== ErrorCode.UNSPECIFIED)
  .map((value) => {
    const { status, console: isConsole, advice, example } = getOption(value, error);
    const means = comments[`${ErrorCodeSchema.typeName}.${value.name}`] ?? '';
    const code = value.localName.toLowerCase() as Code;
    return { ...{ number: value.number, code, status, isConsole }, ...{ means, advice, example } };
  });

const byWord = new Map<string, DescribedCode>(described.map((one) => [one.code, one]));
const byNumber = new Map<number, DescribedCode>(described.map((one) => [one.number, one]));

/** All that is said of the codes that programs come across. */
export const publicGuide = described.filter(({ isConsole }) => !isConsole);
export const publicCodes = publicGuide.map(({ code }) => code);
/** Every code of the console's own. */
export const consoleCodes = described.filter(({ isConsole }) => isConsole).map(({ code }) => code);

/** What is known of a code: a core may be newer than this process, and refuse with one that is not known here. */
export const guideOf = (code: string): DescribedCode | undefined => byWord.get(code);

/** The status that a code comes with, except where HTTP itself has a number for the refusal. */
export const statusOf = (code: Code): number => byWord.get(code)?.status ?? 503;

/** The public code and status of an RPC's code; one that is not known here is unavailable: a client can do nothing but try again. */
export const publicError = (number: ErrorCode): { code: Code; status: number } => {
  const { code, status } = byNumber.get(number) ?? { code: 'unavailable' as const, status: 503 };
  return { code, status };
};
