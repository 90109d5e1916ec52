// Recipients who want no texts of the account, and how it answers those who say so.
import { Type } from 'typebox';
import {
  type ListOptOutsResponse,
  OptOutService,
  OptOutSource,
} from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { csvHead, csvRow } from '../edge/answers/csv.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import {
  OptOutImportShape,
  OptOutSettingsShape,
  OptOutShape,
  renderOptOut,
  renderOptOutImport,
  renderSettings,
} from '../resources/opt_outs/opt_out.ts';
import { FileAnswer, pageAnswer } from '../schemas/answers.ts';
import { boundedText, nullable } from '../schemas/kinds.ts';
import {
  optionalText,
  type Parameter,
  pageOf,
  pathAddress,
  readText,
  textCursor,
} from '../schemas/parameters.ts';
import { maxAddressLength, requireAddress } from '../schemas/text_rules.ts';
import { sessionPrefix } from '../session/cookie.ts';

const { method } = OptOutService;

const tag = 'Opt-outs';
const path = { address: pathAddress };
const OptOutAnswer = Type.Object({ opt_out: OptOutShape }, { title: 'OneOptOut' });

/** Rows that are read at a time for a file. */
const exportPage = 500;
/** A file of 1 MiB as JSON writes it: each end of a line may take a character more. */
const importBytes = 1_200_000;

const recipient: Parameter<string | undefined> = {
  ...optionalText(boundedText(1, maxAddressLength, 'Only this recipient, in any reasonable form.')),
  read(value, name) {
    const said = readText(value, name);
    return said === undefined ? undefined : requireAddress(said);
  },
};

const listOptOuts = route('GET /api/v1/opt-outs', {
  id: 'listOptOuts',
  tag,
  summary: 'List the recipients who want no texts, newest first.',
  admittedFor: method.listOptOuts,
  refusals: ['invalid_address'],
  query: { ...pageOf('entries', textCursor), address: recipient },
  answer: pageAnswer('opt_outs', OptOutShape, 'Newest first.', {
    title: 'OptOutPage',
    description: 'A page of opt-outs.',
  }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { optOuts, nextCursor } = await ask(method.listOptOuts, asked);
    return { opt_outs: optOuts.map(renderOptOut), next_cursor: nextCursor ?? null };
  },
});

const addOptOut = route('PUT /api/v1/opt-outs/:address', {
  id: 'addOptOut',
  tag,
  summary: 'Opt a recipient out: nothing is sent to them any more, and what waits for them ends.',
  description: 'An existing one stays as it is and is answered.',
  admittedFor: method.addOptOut,
  refusals: ['invalid_address'],
  path,
  answer: OptOutAnswer,
  handler: async (request, { ask }) => {
    const isUser = request.presentedKey?.startsWith(sessionPrefix) ?? false;
    const source = isUser ? OptOutSource.CONSOLE : OptOutSource.API;
    const asked = { accountId: accountOf(request), ...request.params, source };
    return { opt_out: renderOptOut((await ask(method.addOptOut, asked)).optOut) };
  },
});

const removeOptOut = route('DELETE /api/v1/opt-outs/:address', {
  id: 'removeOptOut',
  tag,
  summary: 'Allow texts to a recipient again, whatever the opt-out came from.',
  description: 'For somebody who wrote STOP you need their consent first.',
  admittedFor: method.removeOptOut,
  refusals: ['invalid_address'],
  path,
  answer: OptOutAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params };
    return { opt_out: renderOptOut((await ask(method.removeOptOut, asked)).optOut) };
  },
});

const exportOptOuts = route('GET /api/v1/opt-outs/export', {
  id: 'exportOptOuts',
  tag,
  summary: 'Download all opt-outs as comma-separated values: address, since, source.',
  description:
    'Newest first, and at most 2 downloads at a time for an account. Values are quoted, and one that a ' +
    'spreadsheet would take for a formula, as every number with a plus, has an apostrophe before it; an import reads ' +
    'it as it is.',
  admittedFor: method.listOptOuts,
  mediaType: 'text/csv',
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) => {
    const accountId = accountOf(request);
    return csvFiles.send<ListOptOutsResponse>(request, reply, accountId, {
      head: csvHead(['address', 'since', 'source']),
      read: async (after) =>
        after && after.nextCursor === undefined
          ? undefined
          : ask(method.listOptOuts, { accountId, limit: exportPage, cursor: after?.nextCursor }),
      write: ({ optOuts }) =>
        optOuts
          .map(renderOptOut)
          .map(({ address, since, source }) => csvRow([address, since, source]))
          .join(''),
    });
  },
});

const importOptOuts = route('POST /api/v1/opt-outs/import', {
  id: 'importOptOuts',
  tag,
  summary: 'Opt out the recipients of a file of comma-separated values, line by line.',
  description:
    'A line that cannot be read is named with its number and harms no other. The first value of a line is the ' +
    'number; a first line that begins with "address" names the columns.',
  admittedFor: method.importOptOuts,
  bodyBytes: importBytes,
  body: Type.Object(
    { csv: Type.String({ description: 'The file: at most 10,000 lines and 1 MiB.' }) },
    { title: 'ImportOptOuts', description: 'A file of recipients who want no texts.' },
  ),
  answer: OptOutImportShape,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), csv: request.body.csv };
    return renderOptOutImport(await ask(method.importOptOuts, asked));
  },
});

const getSettings = route('GET /api/v1/opt-outs/settings', {
  id: 'getOptOutSettings',
  tag,
  summary: 'Read the account’s own words for stop, and its answers.',
  admittedFor: method.getOptOutSettings,
  answer: OptOutSettingsShape,
  handler: async (request, { ask }) =>
    renderSettings((await ask(method.getOptOutSettings, { accountId: accountOf(request) })).settings),
});

const answerTo = (what: string) =>
  Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 320,
        description: `What is answered to ${what}; null or left out for nothing.`,
      }),
    ),
  );

const setSettings = route('PUT /api/v1/opt-outs/settings', {
  id: 'setOptOutSettings',
  tag,
  summary: 'Set the account’s own words for stop, and its answers, all at once.',
  description:
    'A field that is left out is emptied. Answers are texts of the account and are charged as such; each recipient gets at ' +
    'most one of a kind in 24 hours.',
  admittedFor: method.setOptOutSettings,
  body: Type.Object(
    {
      stop_words: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
          maxItems: 20,
          description: 'Words that mean stop besides those that all accounts understand.',
        }),
      ),
      stop_answer: answerTo('a stop'),
      start_answer: answerTo('a start'),
      help_answer: answerTo('a call for help'),
    },
    { title: 'SetOptOutSettings', description: 'All settings of opt-outs.' },
  ),
  answer: OptOutSettingsShape,
  handler: async (request, { ask }) => {
    const { stop_words: stopWords, stop_answer: stop, start_answer: start, help_answer: help } = request.body;
    const settings = {
      stopWords,
      stopAnswer: stop ?? undefined,
      startAnswer: start ?? undefined,
      helpAnswer: help ?? undefined,
    };
    const asked = { accountId: accountOf(request), settings };
    return renderSettings((await ask(method.setOptOutSettings, asked)).settings);
  },
});

export const optOutRoutes: readonly Route[] = [
  listOptOuts,
  addOptOut,
  removeOptOut,
  exportOptOuts,
  importOptOuts,
  getSettings,
  setSettings,
];
