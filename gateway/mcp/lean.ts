// Schemas for models, made of those of the interface: what is null there is left out here, and what only our own readers know is
// dropped, so that every JSON Schema validator reads them alike.
import { type TSchema, Type } from 'typebox';

export interface JsonSchema {
  [key: string]: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
}

const dropped = new Set(['nullable', 'format', 'pattern', 'maximum', 'title', 'x-extension']);

function leanOf(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key]) => !dropped.has(key));
  const lean: JsonSchema = Object.fromEntries(kept);
  const { properties, required, items } = schema;
  if (properties) {
    lean.properties = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, leanOf(inner)]),
    );
    lean.required = (required ?? []).filter((name) => properties[name]?.nullable !== true);
  }
  if (items) lean.items = leanOf(items);
  if (schema.enum) lean.enum = schema.enum.filter((value) => value !== null);
  return lean;
}

/** The schema as plain JSON Schema, in which nothing is null. */
export const lean = (schema: TSchema): JsonSchema => leanOf(JSON.parse(JSON.stringify(schema)));

/** The same for what a tool takes: a name that it does not know is refused. */
export const leanInput = (properties: Record<string, TSchema>): JsonSchema =>
  lean(Type.Object(properties, { additionalProperties: false }));

/** Some of the fields of a resource. */
export const pick = (
  shape: { properties: Readonly<Record<string, TSchema>> },
  names: readonly string[],
): Record<string, TSchema> =>
  Object.fromEntries(names.map((name) => [name, shape.properties[name] as TSchema]));

/** The value without what is null. */
export const leanValue = (value: object, names = Object.keys(value)): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const one: unknown = value[name as keyof typeof value];
      return one === null || one === undefined ? [] : [[name, one]];
    }),
  );
