// Recipients who want no texts of the account, and how it answers those who say so.
import { Type } from 'typebox';
import {
  type ListOptOutsResponse,
  OptOutService,
  OptOutSource,
} from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import type { BodyMemory } from '../edge/body_memory.ts';
import { createBodyParser } from '../edge/body_parser.ts';
import { csvHead, csvRow } from '../edge/csv.ts';
import { CsvFiles } from '../edge/csv_files.ts';
import { unavailable } from '../edge/errors.ts';
import { ImportAnswer, OptOutAnswer, OptOutsAnswer } from '../schemas/answers_opt_outs.ts';
import { ImportBody, importBytes, OptOutSettingsBody, readSettings } from '../schemas/bodies_opt_outs.ts';
import { parseInteger } from '../schemas/integers.ts';
import { clampedInteger } from '../schemas/parameters.ts';
import { OptOutSettingsShape, renderOptOut, renderSettings } from '../schemas/resources/opt_out.ts';
import { maxAddressLength, optionalText, requireAddress, requireText } from '../schemas/text_rules.ts';
import { sessionPrefix } from '../session/cookie.ts';

interface OptOutRoutesOptions {
  ask: Ask;
  bodies: BodyMemory;
}

const limitRule = { name: 'limit', min: 1, max: 500, fallback: 100 };
const exportPage = 500;

const tag = 'Opt-outs';
const { method } = OptOutService;
const addressParameter = Type.String({
  maxLength: maxAddressLength,
  description: 'Any reasonable form of the phone number.',
});

const addressOf = (params: unknown) => requireAddress((params as { address: string }).address);

export function addOptOutRoutes(app: App, { ask, bodies }: OptOutRoutesOptions): void {
  const files = new CsvFiles();

  app.route({
    method: 'GET',
    url: '/api/v1/opt-outs',
    config: {
      id: 'listOptOuts',
      tag,
      summary: 'List the recipients who want no texts, newest first.',
      admittedFor: method.listOptOuts,
      parameters: {
        query: {
          limit: clampedInteger(limitRule, 'Most entries in the answer.'),
          cursor: Type.String({ description: 'The next_cursor of the page before.' }),
          address: Type.String({ description: 'Only this recipient, in any reasonable form.' }),
        },
      },
      refusals: ['invalid_address'],
    },
    schema: { response: { 200: OptOutsAnswer } },
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const address = optionalText(query.address, 'address');
      const { optOuts, nextCursor } = await ask(method.listOptOuts, {
        accountId: accountOf(request),
        limit: parseInteger(query.limit, limitRule),
        cursor: optionalText(query.cursor, 'cursor'),
        address: address === undefined ? undefined : requireAddress(address),
      });
      return { opt_outs: optOuts.map(renderOptOut), next_cursor: nextCursor ?? null };
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/v1/opt-outs/:address',
    config: {
      id: 'addOptOut',
      tag,
      summary: 'Opt a recipient out: nothing is sent to them any more, and what waits for them ends.',
      description: 'One that is there already stays as it is and is answered.',
      admittedFor: method.addOptOut,
      parameters: { path: { address: addressParameter } },
      refusals: ['invalid_address'],
    },
    schema: { response: { 200: OptOutAnswer } },
    handler: async (request) => {
      const isPerson = request.presentedKey?.startsWith(sessionPrefix) ?? false;
      const { optOut } = await ask(method.addOptOut, {
        accountId: accountOf(request),
        address: addressOf(request.params),
        source: isPerson ? OptOutSource.CONSOLE : OptOutSource.API,
      });
      return { opt_out: renderOptOut(optOut ?? unanswered()) };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/opt-outs/:address',
    config: {
      id: 'removeOptOut',
      tag,
      summary: 'Send to a recipient again, whatever had opted them out.',
      description: 'Of somebody who wrote STOP you need their consent first.',
      admittedFor: method.removeOptOut,
      parameters: { path: { address: addressParameter } },
      refusals: ['invalid_address'],
    },
    schema: { response: { 200: OptOutAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), address: addressOf(request.params) };
      const { optOut } = await ask(method.removeOptOut, asked);
      return { opt_out: renderOptOut(optOut ?? unanswered()) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/opt-outs/export',
    config: {
      id: 'exportOptOuts',
      tag,
      summary: 'Download all opt-outs as comma-separated values: address, since, source.',
      description:
        'Newest first, and at most 2 downloads at a time for an account. Values are quoted, and one that a ' +
        'spreadsheet would take for a formula, as every number with a plus, has an apostrophe before it; an import reads ' +
        'it as it is.',
      admittedFor: method.listOptOuts,
      mediaType: 'text/csv',
    },
    schema: { response: { 200: Type.Unsafe<unknown>({ type: 'string', description: 'The file.' }) } },
    handler: async (request, reply) => {
      const accountId = accountOf(request);
      return files.send<ListOptOutsResponse>(request, reply, String(accountId), {
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

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const bound = { bodyBytes: importBytes, drainBytes: importBytes * 2 };
    scope.addContentTypeParser('*', createBodyParser(bodies, bound));
    (scope as unknown as App).route({
      method: 'POST',
      url: '/api/v1/opt-outs/import',
      config: {
        id: 'importOptOuts',
        tag,
        summary: 'Opt out the recipients of a file of comma-separated values, line by line.',
        description:
          'A line that cannot be read is named with its number and harms no other. The first value of a line is the ' +
          'number; a first line that begins with "address" names the columns.',
        admittedFor: method.importOptOuts,
        bodyBytes: importBytes,
      },
      schema: { body: ImportBody, response: { 200: ImportAnswer } },
      handler: async (request) => {
        const { csv } = request.body as { csv: string };
        const asked = { accountId: accountOf(request), csv: requireText(csv, 'csv') };
        const { added, known, faulty } = await ask(method.importOptOuts, asked);
        return { added, known, faulty: faulty.map(({ line, error }) => ({ line, error })) };
      },
    });
  });

  app.route({
    method: 'GET',
    url: '/api/v1/opt-outs/settings',
    config: {
      id: 'getOptOutSettings',
      tag,
      summary: 'Read which further words mean stop, and what is answered.',
      admittedFor: method.getOptOutSettings,
    },
    schema: { response: { 200: OptOutSettingsShape } },
    handler: async (request) => {
      const { settings } = await ask(method.getOptOutSettings, { accountId: accountOf(request) });
      return renderSettings(settings ?? unanswered());
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/v1/opt-outs/settings',
    config: {
      id: 'setOptOutSettings',
      tag,
      summary: 'Set which further words mean stop, and what is answered: all at once.',
      description:
        'What is left out is emptied. Answers are texts of the account and are charged as such; each recipient gets at ' +
        'most one of a kind in 24 hours.',
      admittedFor: method.setOptOutSettings,
    },
    schema: { body: OptOutSettingsBody, response: { 200: OptOutSettingsShape } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), settings: readSettings(request.body) };
      const { settings } = await ask(method.setOptOutSettings, asked);
      return renderSettings(settings ?? unanswered());
    },
  });
}

/** Throws: a core that answers without what was asked for cannot be trusted. */
function unanswered(): never {
  throw unavailable();
}
