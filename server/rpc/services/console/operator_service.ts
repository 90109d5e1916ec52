// ConsoleOperatorService: the operator's pages. Each method asks for the session of an operator first.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  ConsoleOperatorService,
  type GetHealthResponseSchema,
  type ListedAccountSchema,
} from '../../../../proto/gen/textrelay/v1/console_operator_service_pb.ts';
import type { OperatorPages, ServiceHealth } from '../../../app/console/operator.ts';
import type { People } from '../../../app/people/people.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { FoundAccount } from '../../../store/console/find_accounts.ts';
import { toRecord } from '../operator/admin_proto.ts';
import { fromCursor, toCarrier, toCursor, toNumber } from '../operator/carrier_admin.ts';
import { toPlatformKey } from '../operator/platform_admin.ts';
import { pageOf, readPage } from '../page.ts';
import { judgeRef } from './roles.ts';

const toListed = (account: FoundAccount): MessageInitShape<typeof ListedAccountSchema> => ({
  record: toRecord(account),
  textsUsed: BigInt(account.textsUsed),
});

const toHealth = ({
  core: { startedAtMs, ...core },
  figures,
  oldestSeconds,
}: ServiceHealth): MessageInitShape<typeof GetHealthResponseSchema> => ({
  core: {
    ...core,
    startedAt: toTimestamp(startedAtMs),
    textsHandedOver: BigInt(core.textsHandedOver),
    textsExpired: BigInt(core.textsExpired),
    calls: BigInt(core.calls),
    callsFailed: BigInt(core.callsFailed),
  },
  carrierCores: figures.carrierCores,
  waiting: { device: figures.waitingForDevice, gateway: figures.waitingForCarrier, oldestSeconds },
  database: {
    version: figures.databaseVersion,
    bytes: BigInt(figures.databaseBytes),
    connections: figures.connections,
    mostConnections: figures.mostConnections,
    startedAt: toTimestamp(figures.databaseStartedAtMs),
  },
});

/** Serves ConsoleOperatorService. */
export function routeConsoleOperator(
  router: ConnectRouter,
  { judge, members, pages }: Pick<People, 'judge' | 'members'> & { pages: OperatorPages },
): void {
  const { accounts, carriers, platforms } = pages;
  const asOperator = judgeRef(judge, 'operator');
  router.service(ConsoleOperatorService, {
    async findAccounts({ session, search, limit, cursor }) {
      await asOperator(session);
      const page = await accounts.find(search, { limit, cursor });
      return {
        accounts: page.accounts.map(toListed),
        ...(page.nextAfter !== null && { nextCursor: page.nextAfter }),
      };
    },

    async openBareAccount({ session, name, country, plan, exempt }) {
      await asOperator(session);
      return { account: toListed(await accounts.create({ name, country, plan, exempt })) };
    },

    async changeAccount({ session, accountId, ...change }) {
      await asOperator(session);
      return { account: toListed(await accounts.change(accountId, change)) };
    },

    async inviteOwner({ session, accountId, email }) {
      await asOperator(session);
      const asked = { email, role: 'owner', byHand: false } as const;
      const { link } = await members.invite({ kind: 'service' }, accountId, asked);
      return link === null ? {} : { link };
    },

    async listAllCarriers({ session }) {
      await asOperator(session);
      return { carriers: carriers.listCarriers().map(toCarrier) };
    },

    async listAllNumbers({ session, ownerId, limit, cursor }) {
      await asOperator(session);
      const after = fromCursor(cursor);
      const { rows, last } = await readPage(limit, (most) =>
        carriers.listNumbers(ownerId ?? null, after, most),
      );
      return { numbers: rows.map(toNumber), ...(last && { nextCursor: toCursor(last) }) };
    },

    async giveNumber({ session, ownerId, carrier, number }) {
      await asOperator(session);
      return { number: toNumber(await carriers.assignNumber(ownerId, carrier, number)) };
    },

    async takeNumber({ session, carrier, number }) {
      await asOperator(session);
      return { number: toNumber(await carriers.releaseNumber(carrier, number)) };
    },

    async listAllPlatformKeys({ session, limit, cursor }) {
      await asOperator(session);
      const { rows, nextCursor } = await pageOf({ limit, cursor }, platforms.listKeys);
      return { keys: rows.map(toPlatformKey), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async issuePlatformKey({ session, name }) {
      await asOperator(session);
      const { key, secret } = await platforms.createKey(name);
      return { key: toPlatformKey(key), secret };
    },

    async endPlatformKey({ session, platformKeyId }) {
      await asOperator(session);
      return { key: toPlatformKey(await platforms.revokeKey(platformKeyId)) };
    },

    async getHealth({ session }) {
      await asOperator(session);
      return toHealth(await pages.readHealth());
    },
  });
}
