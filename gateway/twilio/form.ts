// Forms as programs written for Twilio send them. Each field comes once but for those that are lists, and as UTF-8.

import { invalidRequest } from '../edge/errors/errors.ts';
import { type createBodyParser, refuseEncoding } from '../edge/requests/body_parser.ts';

const formType = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Throws URIError for bytes that are not UTF-8. */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The fields of a form; of one that comes several times, all. */
function readForm(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(fields);
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
    try {
      return { value: readForm(bytes.toString('latin1')) };
    } catch {
      return { refusal: invalidRequest('the request body must be UTF-8 in percent-encoding') };
    }
  },
};
