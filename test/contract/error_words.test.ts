// The sentence that refuses a request has one form for each kind of fault, so that somebody who knows one can read the next.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The forms, each with the kind of fault that it is for. */
const forms: Readonly<Record<string, RegExp>> = {
  'a value that breaks its rule': / must (not )?(?:[a-z]+ |\$\{\w+\}$)/,
  'a value that is missing': / (is|are) required\b/,
  'values that exclude each other': /^only one of .+ may be given/,
  'a bound of how many': / (may have|may be in|can be linked to) at most /,
  'a state that something cannot be done in': / cannot be \w+: /,
  'what is not offered': / (is|are) not served\b/,
  'a field that is not known': / is not a field of /,
  'a reason, or what to do, behind a colon': /: /,
};

/** Sentences of no such kind, each with its reason. */
const others: Readonly<Record<string, string>> = {
  'at most ${pipelined} requests may wait on one connection': 'about the connection, not about a request',
  'Transfer-Encoding may only be chunked, once': 'about the bytes of HTTP',
  'this is not HTTP/1.1': 'about the bytes of HTTP',
  'this is not an HTTP request': 'about the bytes of HTTP',
  'the Host header comes more than once': 'about the bytes of HTTP',
  'the path has invalid percent-encoding': 'about the bytes of HTTP',
  'the request is malformed': 'about the bytes of HTTP',
  '${field} is malformed': 'about the bytes of HTTP',
  'the request body ended early': 'about the connection',
  'the request took too long to arrive': 'about the connection',
  'the request line and headers are too large': 'about the connection: how large they are is not known',
  'the request body is too large': 'about the connection: how large it is is not known',
  'this form can only be sent from its own page': 'for people, on a page',
  'a simulated carrier is for accounts without a real route': 'a rule of accounts, no value is wrong',
  'a text is admitted for ${admittedMethod} only': 'for the gateway alone',
  'wait needs wait_for: reply or final': 'a value that needs another',
  '${field} leads to ${notAllowed}': 'a rule of the service',
  '${field} ${wrong}': 'what is wrong has one of the forms',
  'the request body ${excess}': 'what is too much has one of the forms',
  'the request ${excess}': 'what is too much has one of the forms',
  'the body ${excess}': 'what is too much has one of the forms',
  'recipients_field ${wrong}': 'what is wrong has one of the forms',
  "${recipientsField ?? missing.join(', ')} of the call names no recipient": 'about another program’s call',
  "the call has no ${missingOfEvent.join(', ')}, which names the event": 'about another program’s call',
  'the text of this call would be empty': 'about another program’s call',
  "the row has no field ${missing.join(', ')}": 'about a row of a file',
  'the operator of this service disabled this webhook, and only the operator can enable it':
    'says who can do it',
  'ask for a secret first': 'says what to do',
  'the text that it answers was erased': 'about the text that an endpoint answers',
};

const quoted = String.raw`(['"\`])((?:(?!\1)[^\\])*)\1`;
/** How a refusal begins in the code: its whole sentence follows, or its rule for a field that is named before it. */
const refusals = [
  { begins: /invalidRequest\(\s*/, of: '' },
  { begins: /(?:fieldFault|wrongField)\(\s*[^,]+,\s*'\w+',\s*/, of: `\${field} ` },
] as const;

/** The messages that the code refuses with, with the file of each. */
const messages = globSync('{server,gateway}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|\/clients\//.test(path))
  .flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return refusals.flatMap(({ begins, of }) =>
      [...source.matchAll(new RegExp(begins.source + quoted, 'g'))].map(([, , said = '']) => ({
        path,
        message: of + said,
      })),
    );
  });

test('every refusal of a bad request has one of the forms', () => {
  expect(messages.length).toBeGreaterThan(100);
  const isOfAForm = (message: string) => Object.values(forms).some((form) => form.test(message));
  expect(messages.filter(({ message }) => !isOfAForm(message) && !(message in others))).toEqual([]);
});

test('no sentence stands in the list of others for nothing', () => {
  const said = new Set(messages.map(({ message }) => message));
  expect(Object.keys(others).filter((message) => !said.has(message))).toEqual([]);
});

// The field differs, the sentence does not.
test('a cursor that is none is refused by one sentence', () => {
  const sentences = messages
    .filter(({ message }) => / must be a next_/.test(message))
    .map(({ message }) => message.replace(/^\S+ must be a next_\S+/, 'X must be a next_X'));
  expect(new Set(sentences)).toEqual(new Set(['X must be a next_X of an earlier answer']));
});
