// The form of an answer. The library asks each client to take JSON and event streams; hosts say one of them, anything, or nothing, and
// get what they take.
import type { Answer } from './plain_call.ts';

/** What the library asks of every client. */
export const bothTypes = 'application/json, text/event-stream';
const [json, stream] = ['application/json', 'text/event-stream'] as const;

/** Whether a header Accept takes a type (RFC 9110, 12.5.1). One that is not there takes all. */
function takes(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const fitting = [type, `${type.split('/')[0]}/*`, '*/*'];
  const weights = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    return { range, isTaken: weight === undefined || Number(weight.split('=')[1]) > 0 };
  });
  // The range that says most of the type decides.
  for (const range of fitting) {
    const found = weights.find((one) => one.range === range);
    if (found) return found.isTaken;
  }
  return false;
}

/** The types that a client takes. */
export interface Form {
  json: boolean;
  stream: boolean;
}

export const formFor = (accept: string | undefined): Form => ({
  json: takes(accept, json),
  stream: takes(accept, stream),
});

/** The messages in an event stream. */
const messagesIn = (text: string) =>
  text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []));

const eventOf = (message: string) => `event: message\ndata: ${message}\n\n`;

/** The answer in a type that the client takes: of a stream the last message is the answer. */
export function inForm(answer: Answer, form: Form): Answer {
  const type = answer.headers['content-type'] ?? '';
  const headers = (own: string) => ({ ...answer.headers, 'content-type': own });
  if (answer.status !== 200) return answer;
  // Whoever takes neither is answered nevertheless, as HTTP allows: no host makes anything of a 406.
  if (form.json === form.stream) return answer;
  if (type.startsWith(stream) && !form.stream)
    return { ...answer, headers: headers(json), text: messagesIn(answer.text).at(-1) ?? '' };
  if (type.startsWith(json) && !form.json)
    return { ...answer, headers: headers(stream), text: eventOf(answer.text) };
  return answer;
}

/** The answers to a batch as one: a list of messages, without those to which there is none (JSON-RPC 2.0, 6). */
export function joinAnswers(answers: readonly Answer[], form: Form): Answer {
  const messages = answers.flatMap(({ headers, text }) =>
    (headers['content-type'] ?? '').startsWith(stream) ? messagesIn(text) : text === '' ? [] : [text],
  );
  if (messages.length === 0) return { status: 202, headers: {}, text: '' };
  return inForm({ status: 200, headers: { 'content-type': json }, text: `[${messages.join(',')}]` }, form);
}
