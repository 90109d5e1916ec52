// The TypeScript client's types: the schemas of the public interface, without its paths.
import openapiTypescript, { astToString } from 'openapi-typescript';
import type { Interface } from '../support/described/interface.ts';

export async function typescriptTypes({ document }: Pick<Interface, 'document'>): Promise<string> {
  const { schemas } = document.components;
  const shapes = JSON.stringify({ ...document, paths: {}, components: { schemas } });
  const types = astToString(await openapiTypescript(shapes, { alphabetize: true }));
  return `// Generated from the OpenAPI document by npm run generate.\n${types}`;
}
