// The form of an answer. The library asks each client to take JSON and event streams; hosts say one of them, anything, or nothing, and
// get what they take.
import { takesType } from '../edge/requests/accepts.ts';
import type { Answer } from './plain_call.ts';

/** What the library asks of every client. */
export const bothTypes = 'application/json, text/event-stream';
const [json, stream] = ['application/json', 'text/event-stream'] as const;

/** The types that a client takes. */
export interface Form {
  json: boolean;
  stream: boolean;
}

export const formFor = (accept: string | undefined): Form => ({
  json: takesType(accept, json),
  stream: takesType(accept, stream),
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
