// The guide's chapter on errors, from the tables that errors are answered from.
import { errorGuide } from '../edge/error_guide.ts';
import { publicCodes, statusOf } from '../edge/errors.ts';

/** Statuses that are HTTP's own; their code is invalid_request. */
const httpRefusals = [
  '405: this path takes another method; `Allow` names it.',
  '408: the request took too long to arrive; repeat it.',
  '413: the body is too large. 431: the headers are.',
  '415: send `Content-Type: application/json`, uncompressed.',
];

export function errorSection(): string {
  const codes = publicCodes.map((code) => {
    const { means, advice } = errorGuide[code];
    return `- \`${code}\` (${statusOf(code)}): ${means} ${advice}`;
  });
  return `## Errors

Every error is JSON: \`{"error": "text for a person", "code": "name_for_a_program"}\`. Act on \`code\`, never on \`error\`.

${codes.join('\n')}

\`invalid_request\` comes with these statuses as well:

${httpRefusals.map((line) => `- ${line}`).join('\n')}

When no answer comes at all (a timeout, a closed connection), do as for \`unavailable\`. A code that is not listed here:
treat 4xx as final and 5xx as \`unavailable\`.`;
}
