// Both documents as one, for what makes one client of them.
import type { Document } from '../../../gateway/openapi/types.ts';
import type { Interface } from './interface.ts';

/** The public document with the console's operations and components. */
export function mergeDocuments({ document, consoleDocument }: Interface): Document {
  const paths = { ...document.paths };
  for (const [path, methods] of Object.entries(consoleDocument.paths))
    paths[path] = { ...paths[path], ...methods };
  const names = Object.keys(document.components) as (keyof Document['components'])[];
  const components = Object.fromEntries(
    names.map((name) => [name, { ...document.components[name], ...consoleDocument.components[name] }]),
  ) as unknown as Document['components'];
  return { ...document, tags: [...document.tags, ...consoleDocument.tags], paths, components };
}
