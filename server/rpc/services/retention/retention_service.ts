// RetentionService: how long the texts of an account are kept.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type KeptDays,
  type KeptDaysSchema,
  RetentionService,
} from '../../../../proto/gen/textrelay/v1/retention_service_pb.ts';
import type { ExportAccount } from '../../../app/retention/export.ts';
import type { RetentionOf } from '../../../app/retention/retention.ts';
import { nullsAbsent } from '../../../connect/proto_values.ts';
import type * as store from '../../../store/retention/kept_days.ts';

const toDays = (days: store.KeptDays): MessageInitShape<typeof KeptDaysSchema> => nullsAbsent(days);

const readDays = (days: KeptDays | undefined): store.KeptDays => ({
  textsDays: days?.textsDays ?? null,
  wordsDays: days?.wordsDays ?? null,
  logsDays: days?.logsDays ?? null,
});

const toAnswer = ({ own, usual }: { own: store.KeptDays; usual: store.KeptDays }) => ({
  own: toDays(own),
  usual: toDays(usual),
});

/** Serves RetentionService. */
export function routeRetention(
  router: ConnectRouter,
  { days, exportAccount }: { days: RetentionOf; exportAccount: ExportAccount },
): void {
  router.service(RetentionService, {
    getRetention: async ({ accountId }) => toAnswer(await days.read(accountId)),
    exportAccount: ({ accountId, cursor }) => exportAccount(accountId, cursor),
    setRetention: async ({ accountId, own }) => toAnswer(await days.set(accountId, readDays(own))),
  });
}
