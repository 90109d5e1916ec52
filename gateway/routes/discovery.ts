// The index of what is served (SPEC: GET /api/v1), made from the routes themselves.
import type { App } from '../app.ts';
import type { RouteTable } from '../route_table.ts';
import { DiscoveryAnswer } from '../schemas.ts';

/** The version of the public interface, as its OpenAPI document states it. */
export const interfaceVersion = '1.2.0';

export function addDiscoveryRoute(app: App, table: RouteTable): void {
  app.route({
    method: 'GET',
    url: '/api/v1',
    config: { summary: 'This index.' },
    schema: { response: { 200: DiscoveryAnswer } },
    handler: async () => ({
      name: 'Textrelay',
      version: interfaceVersion,
      openapi: '/api/v1/openapi.json',
      guide: '/llms.txt',
      endpoints: table.endpoints(),
    }),
  });
}
