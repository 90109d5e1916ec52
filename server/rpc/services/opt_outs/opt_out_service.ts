// OptOutService: translates between protobuf and the application.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type OptOutSchema,
  OptOutService,
  type OptOutSettingsSchema,
  OptOutSource,
} from '../../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { callerOf, isForPerson } from '../../../access/caller.ts';
import type { OptOuts } from '../../../app/opt_outs/opt_outs.ts';
import { nullsAbsent, toTimestamp } from '../../../connect/proto_values.ts';
import type * as domain from '../../../domain/opt_outs/opt_out.ts';
import type { OptOut } from '../../../store/opt_outs/opt_outs.ts';

const sources: Record<domain.OptOutSource, OptOutSource> = {
  keyword: OptOutSource.KEYWORD,
  api: OptOutSource.API,
  import: OptOutSource.IMPORT,
  console: OptOutSource.CONSOLE,
};

const toOptOut = (optOut: OptOut): MessageInitShape<typeof OptOutSchema> => ({
  address: optOut.addressNorm,
  since: toTimestamp(optOut.sinceMs),
  source: sources[optOut.source],
  messageId: optOut.messageId ?? undefined,
});

const toSettings = (settings: domain.OptOutSettings): MessageInitShape<typeof OptOutSettingsSchema> => ({
  ...nullsAbsent(settings),
  stopWords: [...settings.stopWords],
});

/** Serves OptOutService. */
export function routeOptOuts(router: ConnectRouter, optOuts: OptOuts): void {
  router.service(OptOutService, {
    async listOptOuts({ accountId, limit, cursor, address }) {
      const page = await optOuts.list(accountId, { limit, cursor, address });
      return { optOuts: page.optOuts.map(toOptOut), nextCursor: page.nextCursor };
    },

    async addOptOut({ accountId, address }, context) {
      const by = isForPerson(callerOf(context)) ? 'console' : 'api';
      return { optOut: toOptOut(await optOuts.add(accountId, address, by)) };
    },

    async removeOptOut({ accountId, address }) {
      return { optOut: toOptOut(await optOuts.remove(accountId, address)) };
    },

    importOptOuts: ({ accountId, csv }) => optOuts.import(accountId, csv),

    async getOptOutSettings({ accountId }) {
      return { settings: toSettings(await optOuts.settings(accountId)) };
    },

    async setOptOutSettings({
      accountId,
      stopWords,
      stopAnswer = null,
      startAnswer = null,
      helpAnswer = null,
    }) {
      const asked = { stopWords, stopAnswer, startAnswer, helpAnswer };
      return { settings: toSettings(await optOuts.setSettings(accountId, asked)) };
    },
  });
}
