// AccessService: admission in batches.
import type { ConnectRouter } from '@connectrpc/connect';
import { AccessService, type AdmissionRequest } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Admit } from '../app/admit.ts';
import type { Log } from '../log.ts';
import { toErrorDetail } from './failures.ts';
import { checkBatch } from './message_service.ts';

const maxBatch = 500;

/** Serves AccessService. */
export function routeAccess(router: ConnectRouter, { admit, log }: { admit: Admit; log: Log }): void {
  const judge = async (request: AdmissionRequest) => {
    try {
      const { accountId, refusal, rate } = await admit(request);
      return {
        ...(rate && { rate }),
        outcome:
          accountId === undefined
            ? { case: 'error' as const, value: toErrorDetail(refusal, log) }
            : {
                case: 'admission' as const,
                value: { caller: { case: 'accountId' as const, value: accountId } },
              },
      };
    } catch (error) {
      return { outcome: { case: 'error' as const, value: toErrorDetail(error, log) } };
    }
  };

  router.service(AccessService, {
    async admit({ requests }) {
      checkBatch('requests', requests.length, maxBatch);
      return { results: await Promise.all(requests.map(judge)) };
    },
  });
}
