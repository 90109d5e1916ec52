// OptOutService: protobuf in, the application asked, protobuf out.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type OptOutSchema,
  OptOutService,
  type OptOutSettingsSchema,
  OptOutSource,
} from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import type { OptOuts } from '../../app/opt_outs/opt_outs.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import type * as domain from '../../domain/opt_out.ts';
import type { OptOut } from '../../store/opt_outs/opt_outs.ts';

const sources: Record<domain.OptOutSource, OptOutSource> = {
  keyword: OptOutSource.KEYWORD,
  api: OptOutSource.API,
  import: OptOutSource.IMPORT,
  console: OptOutSource.CONSOLE,
};

const toOptOut = ({
  addressNorm,
  sinceMs,
  source,
  messageId,
}: OptOut): MessageInitShape<typeof OptOutSchema> => ({
  addressNorm,
  since: toTimestamp(sinceMs),
  source: sources[source],
  ...(messageId !== null && { messageId }),
});

const toSettings = ({
  stopWords,
  stopAnswer,
  startAnswer,
  helpAnswer,
}: domain.OptOutSettings): MessageInitShape<typeof OptOutSettingsSchema> => ({
  stopWords: [...stopWords],
  ...(stopAnswer !== null && { stopAnswer }),
  ...(startAnswer !== null && { startAnswer }),
  ...(helpAnswer !== null && { helpAnswer }),
});

/** Serves OptOutService. */
export function routeOptOuts(router: ConnectRouter, optOuts: OptOuts): void {
  router.service(OptOutService, {
    async listOptOuts({ accountId, limit, cursor, address }) {
      const page = await optOuts.list(accountId, { limit, cursor, address });
      return {
        optOuts: page.optOuts.map(toOptOut),
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
      };
    },

    async addOptOut({ accountId, address, source }) {
      const by = source === OptOutSource.CONSOLE ? 'console' : 'api';
      return { optOut: toOptOut(await optOuts.add(accountId, address, by)) };
    },

    async removeOptOut({ accountId, address }) {
      return { optOut: toOptOut(await optOuts.remove(accountId, address)) };
    },

    importOptOuts: ({ accountId, csv }) => optOuts.import(accountId, csv),

    async getOptOutSettings({ accountId }) {
      return { settings: toSettings(await optOuts.settings(accountId)) };
    },

    async setOptOutSettings({ accountId, settings }) {
      const { stopWords = [], stopAnswer = null, startAnswer = null, helpAnswer = null } = settings ?? {};
      const asked = { stopWords, stopAnswer, startAnswer, helpAnswer };
      return { settings: toSettings(await optOuts.setSettings(accountId, asked)) };
    },
  });
}
