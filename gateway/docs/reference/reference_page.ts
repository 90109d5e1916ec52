// The reference of the interface, made from the document that programs read: every endpoint that keys can call.

import { html } from '../../html/page.ts';
import type { Document } from '../../openapi/types.ts';
import { referencePath } from '../contents.ts';
import { renderHeading, renderMarkdown } from '../guides.ts';
import { type Anchor, lines, type SitePage } from '../site_page.ts';
import { endpointsOf, renderEndpoint } from './operations.ts';
import { NamedSchemas, renderObjects } from './schemas.ts';
import { renderKeys } from './try_it.ts';

/** Chapters have names of two words, objects of one that begins with a capital. */
const chapterId = (tag: string) => `chapter-${tag.toLowerCase().replaceAll(' ', '-')}`;

const objectsId = 'objects';
const errorsId = 'errors';

/** `documentPath` is where programs read the same. */
export function renderReference(document: Document, documentPath: string): SitePage {
  const schemas = new NamedSchemas(document.components.schemas);
  const endpoints = endpointsOf(document);
  const anchors: Anchor[] = [];
  const heading = (id: string, title: string) => {
    anchors.push({ id, title, depth: 2 });
    return renderHeading(2, id, html`${title}`);
  };
  const chapters = document.tags.map(({ name, description }) => {
    const title = heading(chapterId(name), name);
    const parts = endpoints.filter(({ operation }) => operation.tags[0] === name);
    for (const { operation, method, path } of parts)
      anchors.push({
        id: operation.operationId,
        title: `${method} ${path.replace('/api/v1', '') || '/'}`,
        depth: 3,
      });
    return html`${title}
<p>${description}</p>
${lines(parts.map((endpoint) => renderEndpoint(endpoint, document, schemas)))}`;
  });
  const { names, content } = renderObjects(schemas);
  const objectsHeading = heading(objectsId, 'Objects');
  const objects = names.map(
    (name) => html`${renderHeading(3, name, html`${name}`)}${content.get(name) ?? ''}`,
  );
  return {
    title: 'API reference',
    path: referencePath,
    about: 'Every endpoint of Textrelay, to read and to try.',
    anchors,
    content: html`<div class="reference">
<h1>API reference</h1>
${renderMarkdown(document.info.description)}
<p>Version ${document.info.version}. Programs read the same as <a href="${documentPath}">an OpenAPI document</a>.</p>
${renderKeys()}
${lines(chapters)}
${objectsHeading}
<p>What answers hold. Fields may be added.</p>
${lines(objects)}
${heading(errorsId, 'Errors')}
${renderMarkdown(schemas.get('Error').description ?? '')}
</div>`,
  };
}
