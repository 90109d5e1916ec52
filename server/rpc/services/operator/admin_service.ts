// AdminService: the operator's actions.

import type { ConnectRouter } from '@connectrpc/connect';
import { AdminService } from '../../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { Admin } from '../../../app/operator/admin.ts';
import type { CarrierAdmin } from '../../../app/operator/carrier_admin.ts';
import type { PlatformAdmin } from '../../../app/operator/platform_admin.ts';
import { pageOf } from '../page.ts';
import { toRecord } from './admin_proto.ts';
import { carrierMethods } from './carrier_admin.ts';
import { platformMethods } from './platform_admin.ts';

/** Serves AdminService. */
export function routeAdmin(
  router: ConnectRouter,
  options: {
    admin: Admin;
    platforms: PlatformAdmin;
    carriers: CarrierAdmin;
  },
): void {
  const { admin } = options;
  router.service(AdminService, {
    async createAccount({ name, country, plan, exempt }) {
      return { account: toRecord(await admin.createAccount({ name, country, plan, exempt })) };
    },

    async listAccountRecords({ limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, admin.listAccounts);
      return { accounts: rows.map(toRecord), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async getAccountRecord({ accountId }) {
      return { account: toRecord(await admin.getAccount(accountId)) };
    },

    async setPlan({ accountId, plan, subscriptionStatus, exempt }) {
      return { account: toRecord(await admin.setPlan(accountId, { plan, subscriptionStatus, exempt })) };
    },

    async suspendAccount({ accountId, reason }) {
      return { account: toRecord(await admin.suspend(accountId, reason)) };
    },

    async resumeAccount({ accountId }) {
      return { account: toRecord(await admin.resume(accountId)) };
    },

    ...platformMethods(options.platforms),
    ...carrierMethods(options.carriers),
  });
}
