// AccessService: admission in batches.
import type { ConnectRouter } from '@connectrpc/connect';
import {
  AccessService,
  type AdmissionRequest,
} from '../../../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Log } from '../../../../runtime/log.ts';
import type { AdmissionDecision, Admit } from '../../../app/access/admit.ts';
import type { CheckKeys } from '../../../app/access/check_keys.ts';
import { checkBatch } from '../../../app/pages.ts';
import { toErrorDetail } from '../../../connect/failures.ts';

const maxBatch = 500;
const maxKeys = 2_000;

/** The account or platform that an admitted request acts for; undefined for a refused one. */
function callerOf({ accountId, platformKeyId }: AdmissionDecision) {
  if (accountId !== undefined) return { case: 'accountId' as const, value: accountId };
  return platformKeyId === undefined ? undefined : { case: 'platformKeyId' as const, value: platformKeyId };
}

interface AccessServiceOptions {
  admit: Admit;
  checkKeys: CheckKeys;
  log: Log;
}

/** Serves AccessService. */
export function routeAccess(router: ConnectRouter, { admit, checkKeys, log }: AccessServiceOptions): void {
  const judge = async (request: AdmissionRequest, leavesLocked: boolean) => {
    try {
      const { apiKey, method, targetAccount, alsoMethod } = request;
      const decision = await admit({ apiKey, method, targetAccount, alsoMethod, leavesLocked });
      const caller = callerOf(decision);
      return {
        rate: decision.rate,
        outcome: caller
          ? { case: 'admission' as const, value: { caller, readsKnown: decision.readsKnown ?? false } }
          : { case: 'error' as const, value: toErrorDetail(decision.refusal, log) },
      };
    } catch (error) {
      return { outcome: { case: 'error' as const, value: toErrorDetail(error, log) } };
    }
  };

  router.service(AccessService, {
    async admit({ requests, leaveLocked }) {
      checkBatch('requests', requests.length, maxBatch);
      return { results: await Promise.all(requests.map((request) => judge(request, leaveLocked))) };
    },

    async checkKeys({ apiKeys }) {
      checkBatch('api_keys', apiKeys.length, maxKeys);
      return { valid: (await checkKeys(apiKeys)).map((reads) => reads !== 'nothing') };
    },
  });
}
