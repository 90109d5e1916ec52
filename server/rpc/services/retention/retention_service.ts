// RetentionService: how long the texts of an account are kept.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type RetentionDays,
  type RetentionDaysSchema,
  RetentionService,
} from '../../../../proto/gen/textrelay/v1/retention_service_pb.ts';
import type { ExportAccount } from '../../../app/retention/export.ts';
import type { RetentionOf } from '../../../app/retention/retention.ts';
import { nullsAbsent } from '../../../connect/proto_values.ts';
import type * as store from '../../../store/retention/retention_days.ts';

const toDays = (days: store.RetentionDays): MessageInitShape<typeof RetentionDaysSchema> => nullsAbsent(days);

const readDays = (days: RetentionDays | undefined): store.RetentionDays => ({
  textsDays: days?.textsDays ?? null,
  wordsDays: days?.wordsDays ?? null,
  logsDays: days?.logsDays ?? null,
});

const toAnswer = ({ own, usual }: { own: store.RetentionDays; usual: store.RetentionDays }) => ({
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
