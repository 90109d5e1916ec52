// How the service is, for its operator.
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import type { App } from '../edge/app.ts';
import { HealthShape, renderHealth } from '../schemas/resources/health.ts';

export function addOperationsRoutes(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/operator/health',
    config: {
      id: 'consoleGetHealth',
      tag: 'Console',
      summary: 'Read how the service is. For the operator.',
      session: 'session',
    },
    schema: { response: { 200: HealthShape } },
    handler: async (request) => renderHealth(await ask(OperationsService.method.getHealth, {}, request)),
  });
}
