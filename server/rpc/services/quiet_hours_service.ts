// QuietHoursService: protobuf in, the application asked, protobuf out.
import type { ConnectRouter } from '@connectrpc/connect';
import { QuietHoursService } from '../../../proto/gen/textrelay/v1/quiet_hours_service_pb.ts';
import type { QuietHoursOf } from '../../app/messages/quiet_hours.ts';
import { invalidRequest } from '../../errors.ts';

/** Serves QuietHoursService. */
export function routeQuietHours(router: ConnectRouter, quietHours: QuietHoursOf): void {
  router.service(QuietHoursService, {
    async getQuietHours({ accountId }) {
      const found = await quietHours.read(accountId);
      return found ? { quietHours: found } : {};
    },

    async setQuietHours({ accountId, quietHours: asked }) {
      if (!asked) throw invalidRequest('quiet_hours is missing');
      return { quietHours: await quietHours.set(accountId, asked) };
    },

    async clearQuietHours({ accountId }) {
      await quietHours.clear(accountId);
      return {};
    },
  });
}
