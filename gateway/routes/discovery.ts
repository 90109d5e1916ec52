// What programs look for at well-known addresses: the catalog of interfaces (RFC 9727) and the skill for agents. They
// are not part of the interface itself, so neither is in the index. Addresses are relative, because the gateway may
// have several.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { referencePath } from '../docs/contents.ts';
import { keepAnswer, sendKept } from '../edge/answers/kept_answer.ts';
import type { App } from '../edge/app.ts';
import { skill, skillPath } from '../guide/skill.ts';
import { documentPath, guidePath, indexPath } from './description.ts';

const catalogPath = '/.well-known/api-catalog';

const catalog = {
  linkset: [
    { anchor: catalogPath, item: [{ href: indexPath }] },
    {
      anchor: indexPath,
      'service-desc': [{ href: documentPath, type: 'application/json' }],
      'service-doc': [
        { href: referencePath, type: 'text/html' },
        { href: guidePath, type: 'text/plain' },
        { href: skillPath, type: 'text/markdown' },
      ],
    },
  ],
};

export function addDiscoveryRoutes(app: App): void {
  const keptCatalog = keepAnswer(
    JSON.stringify(catalog),
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  const keptSkill = keepAnswer(skill, 'text/markdown; charset=utf-8');
  app.get(catalogPath, (request: FastifyRequest, reply: FastifyReply) =>
    sendKept(request, reply.header('link', `<${catalogPath}>; rel="api-catalog"`), keptCatalog),
  );
  app.get(skillPath, (request: FastifyRequest, reply: FastifyReply) => sendKept(request, reply, keptSkill));
}
