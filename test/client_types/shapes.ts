// The shapes of the public interface, as the clients of other programs need them: without its paths.
import type { Interface } from '../support/described/interface.ts';

export const header = 'Generated from the OpenAPI document by npm run generate.';

/** A schema as the document has it. */
export interface Schema {
  type?: string;
  description?: string;
  nullable?: boolean;
  enum?: (string | null)[];
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

/** The schemas by name, in the order of their names. */
export function shapesOf({ document }: Pick<Interface, 'document'>): [name: string, schema: Schema][] {
  const named = Object.entries(document.components.schemas as Record<string, Schema>);
  return named.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The name of a schema that is referred to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** What a description says first, for a comment of one line. */
export const firstLine = ({ description = '' }: Schema): string =>
  (description.split('\n')[0] ?? '').replaceAll('"', "'").trim();
