// The TypeScript client's types.
import openapiTypescript, { astToString } from 'openapi-typescript';
import type { Interface } from '../support/described/interface.ts';
import { header, withoutPaths } from './shapes.ts';

export async function typescriptTypes(described: Pick<Interface, 'document'>): Promise<string> {
  const document = JSON.stringify(withoutPaths(described));
  return `// ${header}\n${astToString(await openapiTypescript(document, { alphabetize: true }))}`;
}
