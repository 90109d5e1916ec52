// Forms as programs written for Twilio send them. Each field comes once but for those that are lists, and as UTF-8.

import { mostFormFields } from '../../runtime/bodies/form_fields.ts';
import { type createBodyParser, refuseEncoding } from '../edge/requests/body_parser.ts';
import { invalidRequest } from '../errors/errors.ts';

const formType = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Throws URIError for bytes that are not UTF-8. */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The fields of a form; of one that comes several times, all. */
function readForm(pairs: readonly string[]): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const values = fields.get(name) ?? [];
    values.push(value);
    fields.set(name, values);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] as string) : values]),
  );
}

/** The kind of body that a parser takes. */
export const form: Parameters<typeof createBodyParser>[2] = {
  refuseType(headers) {
    const refusal = refuseEncoding(headers);
    if (refusal || formType.test(headers['content-type'] ?? '')) return refusal;
    return invalidRequest(
      'the request body must be a form, with Content-Type: application/x-www-form-urlencoded',
      415,
    );
  },
  parse(bytes) {
    const pairs = bytes.toString('latin1').split('&', mostFormFields + 1);
    if (pairs.length > mostFormFields)
      return { refusal: invalidRequest(`the request body must have at most ${mostFormFields} fields`) };
    try {
      return { value: readForm(pairs) };
    } catch {
      return { refusal: invalidRequest('the request body must be UTF-8 in percent-encoding') };
    }
  },
};
