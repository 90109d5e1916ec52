// The standard gRPC health protocol, for load balancers and orchestrators. Needs no credential.
import { Code, ConnectError, type ConnectRouter, type ServiceImpl } from '@connectrpc/connect';
import {
  Health,
  HealthCheckResponse_ServingStatus as ServingStatus,
} from '../../../../proto/gen/grpc/health/v1/health_pb.ts';
import type { Readiness } from '../../../ops/readiness.ts';

/** Largest request, in bytes: the caller has shown no credential. */
const maxRequestBytes = 1024;

/** Serves Health for the process and for each of `serviceNames`. */
export function routeHealth(
  router: ConnectRouter,
  readiness: Readiness,
  serviceNames: readonly string[],
): void {
  const known = new Set(['', ...serviceNames]);
  const status = () => (readiness.isReady() ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);

  const health: ServiceImpl<typeof Health> = {
    check({ service }) {
      if (!known.has(service)) throw new ConnectError('this service is not known here', Code.NotFound);
      return { status: status() };
    },

    async *watch({ service }, context) {
      if (!known.has(service)) yield { status: ServingStatus.SERVICE_UNKNOWN };
      let last: ServingStatus | undefined;
      while (!context.signal.aborted) {
        const changed = readiness.nextChange(context.signal);
        if (known.has(service) && status() !== last) {
          last = status();
          yield { status: last };
        }
        await changed;
      }
    },
  };
  router.service(Health, health, { readMaxBytes: maxRequestBytes });
}
