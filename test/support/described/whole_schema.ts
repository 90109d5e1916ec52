// Schemas of the document made whole and strict: references are put in place, and an object may have the documented
// fields and no other. The document itself leaves objects open, because clients must expect fields to be added.
import type { Json } from '../../../gateway/openapi/types.ts';

type JsonObject = { [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds what a reference within the document names. */
export function resolve(document: object, reference: string): Json {
  let found = document as unknown as Json | undefined;
  for (const name of reference.replace(/^#\//, '').split('/'))
    found = isObject(found) ? found[name] : undefined;
  if (found === undefined) throw new Error(`the document lacks ${reference}`);
  return found;
}

/** Merges the parts of an allOf: later ones say more of the fields that earlier ones have. */
function merge(parts: JsonObject[]): JsonObject {
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as JsonObject;
  return Object.assign({}, ...parts, { properties }) as JsonObject;
}

/** A schema without references that takes the documented fields only. */
export function wholeSchema(document: object, schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((item) => wholeSchema(document, item));
  if (!isObject(schema)) return schema;
  if (typeof schema.$ref === 'string') return wholeSchema(document, resolve(document, schema.$ref));
  const whole = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, wholeSchema(document, value)]),
  );
  if (Array.isArray(whole.allOf)) return merge(whole.allOf as JsonObject[]);
  if (isObject(whole.properties) && whole.additionalProperties === undefined)
    whole.additionalProperties = false;
  return whole;
}
