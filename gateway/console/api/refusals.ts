// What the service refuses, in the words of a person, and at which field of a form it is said.
import { errors as say } from '../words/en/errors.ts';
import { served } from '../words/language.ts';
import type { Schemas } from './types.ts';

type RefusalCode = Schemas['ConsoleError']['code'];

const phoneFields = ['address', 'number'] as const;

/** The fields that a refusal may be about, by their names in the interface; the first that a form has is meant. */
const fields: Partial<Record<string, readonly string[]>> = {
  already_exists: ['email', 'name'],
  cap_reached: ['plan'],
  exempt_account: ['plan'],
  invalid_address: phoneFields,
  last_owner: ['role'],
  loop_suspected: phoneFields,
  not_found: ['email', 'account_id', 'id'],
  opted_out: phoneFields,
  reauthentication_required: ['password'],
  recipient_not_allowed: phoneFields,
  sender_not_allowed: ['from'],
  unknown_plan: ['plan'],
  wrong_credentials: ['password', 'code'],
} satisfies Partial<Record<RefusalCode, readonly string[]>>;

export const fieldsOf = (code: string): readonly string[] => fields[code] ?? [];

const has = <Words extends object>(words: Words, code: string): code is keyof Words & string =>
  Object.hasOwn(words, code);

/** A refusal in words: by its code; where the service's own sentence says more, that one in English as well. */
export function refusalWords(code: string, sentence: string): string {
  const { refusals, general } = say;
  if (has(refusals, code)) return refusals[code];
  const words = has(general, code) ? general[code] : null;
  const saysMore = code === 'invalid_request' && sentence !== code;
  return served(sentence, saysMore && words ? say.serviceSays(words, sentence) : words);
}
