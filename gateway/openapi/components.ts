// Schemas as the document holds them: plain JSON, each titled shape once, under its title.
import type { TSchema } from 'typebox';
import { coreDecides } from '../schemas/kinds.ts';
import type { Components, Json } from './types.ts';

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rewrites a schema, moving every titled one into `schemas`. Throws when two different ones have one title. */
export function describeSchema(schema: TSchema, schemas: Components['schemas']): Json {
  return moveTitled(JSON.parse(JSON.stringify(schema)) as Json, schemas);
}

function moveTitled(node: Json, schemas: Components['schemas']): Json {
  if (Array.isArray(node)) return node.map((item) => moveTitled(item, schemas));
  if (!isObject(node)) return node;
  const { title, [coreDecides]: decided, ...rest } = node;
  const moved = Object.fromEntries(
    Object.entries({ ...rest, ...(decided as object) }).map(([name, value]) => [
      name,
      moveTitled(value, schemas),
    ]),
  );
  if (typeof title !== 'string') return moved;
  const known = schemas[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(moved))
    throw new Error(`two schemas are called ${title}`);
  schemas[title] = moved;
  return { $ref: `#/components/schemas/${title}` };
}
