// The console's forms take what the interface takes: as many characters, no fewer and no more.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Document, Json } from '../../gateway/openapi/types.ts';
import { startDescribed } from '../support/described/start_described.ts';
import { resolve } from '../support/described/whole_schema.ts';

const pages = join(import.meta.dirname, '../../gateway/console/pages');

/** The bound of a field: a rule of its schema, or words of its description where spaces around it are not counted. */
function boundOf(schema: Json): number | undefined {
  const { maxLength, description = '' } = schema as { maxLength?: number; description?: string };
  const [, said] = /\bto ([\d,]+) characters/.exec(description) ?? [];
  return maxLength ?? (said === undefined ? undefined : Number(said.replaceAll(',', '')));
}

/** Most characters of each field of a call's body; undefined where the description has no bound. */
function boundsOf(documents: readonly Document[], call: string): Record<string, number | undefined> {
  const [method = '', path = ''] = call.split(' ');
  for (const document of documents) {
    const body = document.paths[`/api/v1${path}`]?.[method.toLowerCase()]?.requestBody;
    const schema = body?.content['application/json']?.schema as { $ref?: string } | undefined;
    if (schema === undefined) continue;
    const { properties = {} } = (schema.$ref === undefined ? schema : resolve(document, schema.$ref)) as {
      properties?: Record<string, Json>;
    };
    return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, boundOf(of)]));
  }
  return {};
}

/** The fields of a page's forms with their bounds, by the names that they have in the interface. */
const fieldsIn = (source: string): [name: string, maxLength: number][] =>
  [...source.matchAll(/(\w+): \{([^{}]*\bmaxLength: ([\d_]+)[^{}]*)\}/g)].map(
    ([, name = '', inside = '', most = '']) => [
      /asked: '(\w+)'/.exec(inside)?.[1] ?? name,
      Number(most.replaceAll('_', '')),
    ],
  );

const callsIn = (source: string): string[] =>
  [...source.matchAll(/\bask\(\s*'((?:POST|PUT|PATCH|DELETE) [^']+)'/g)].map(([, call = '']) => call);

test('a field of a form has the bound of the interface', async () => {
  const { described, stop } = await startDescribed();
  await stop();
  const documents = [described.document, described.consoleDocument];
  let compared = 0;
  const faults = globSync('**/*.{ts,tsx}', { cwd: pages }).flatMap((file) => {
    const source = readFileSync(join(pages, file), 'utf8');
    const bodies = callsIn(source).map((call) => [call, boundsOf(documents, call)] as const);
    return fieldsIn(source).flatMap(([name, typed]) => {
      const taken = bodies.filter(([, bounds]) => name in bounds);
      compared += taken.length;
      return taken.some(([, bounds]) => bounds[name] === typed)
        ? []
        : taken.map(([call, bounds]) => `${file}: ${name} takes ${typed}, ${call} takes ${bounds[name]}`);
    });
  });
  expect(faults).toEqual([]);
  expect(compared).toBeGreaterThan(10);
});
