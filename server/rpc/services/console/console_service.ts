// ConsoleService: an account, for the people in it. Each method says the role that it takes.
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { ConsoleService } from '../../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { Log } from '../../../../runtime/log.ts';
import type { Console } from '../../../app/console/console.ts';
import type { JudgeSession } from '../../../app/people/session_door.ts';
import type { PreviewPlan } from '../../../app/plans/preview_plan.ts';
import { fromTimestamp } from '../../../connect/proto_values.ts';
import { toThread } from '../message_proto.ts';
import { readFilter, toChecked, toDetail, toLogged, toOverview } from './console_proto.ts';
import { settingsMethods } from './console_settings.ts';
import { judgeRef, type PairingLines, type Roles } from './roles.ts';

interface ConsoleServiceOptions {
  judge: JudgeSession;
  console: Console;
  previewPlan: PreviewPlan;
  /** How a code is used at a phone or modem, and where it reaches the core. */
  pairingLines: (code: string) => PairingLines;
  log: Log;
}

type Methods = Partial<ServiceImpl<typeof ConsoleService>>;

const pageMethods = ({ asMember, asAdmin }: Roles, options: ConsoleServiceOptions) => {
  const { console, previewPlan, log } = options;
  return {
    async getOverview({ session }) {
      const { accountId } = await asMember(session);
      return toOverview(await console.readOverview(accountId));
    },

    async listUnreadThreads({ session, limit, cursor, search }) {
      const reader = await asMember(session);
      const { threads, nextCursor } = await console.conversations.list(reader, { limit, cursor, search });
      return {
        threads: threads.map((thread) => ({ thread: toThread(thread), unread: thread.unread })),
        ...(nextCursor !== undefined && { nextCursor }),
      };
    },

    async markThreadRead({ session, address, lastMessageId }) {
      await console.conversations.markRead(await asMember(session), address, lastMessageId);
      return {};
    },

    async listTexts({ session, filter, limit, before }) {
      const { accountId } = await asMember(session);
      const page = await console.texts.list(accountId, readFilter(filter), { limit, before });
      return {
        texts: page.texts.map(toLogged),
        ...(page.nextBefore !== null && { nextBefore: page.nextBefore }),
      };
    },

    async getText({ session, id }) {
      const { accountId } = await asMember(session);
      return toDetail(await console.texts.get(accountId, id));
    },

    async checkTexts({ session, texts }) {
      const { accountId } = await asMember(session);
      const asked = texts.map(({ address, body, clientRef = null, sendAt }) => ({
        address,
        body,
        clientRef,
        sendAtMs: sendAt ? fromTimestamp(sendAt) : null,
      }));
      return { texts: (await console.checkTexts(accountId, asked)).map((text) => toChecked(text, log)) };
    },

    async previewPlan({ session, plan }) {
      const { accountId } = await asAdmin(session);
      const { amountDueCents, ...preview } = await previewPlan(accountId, plan);
      return { ...preview, ...(amountDueCents !== null && { amountDueCents: BigInt(amountDueCents) }) };
    },
  } satisfies Methods;
};

/** Serves ConsoleService. */
export function routeConsole(router: ConnectRouter, options: ConsoleServiceOptions): void {
  const { judge } = options;
  const roles: Roles = { asMember: judgeRef(judge, 'member'), asAdmin: judgeRef(judge, 'admin') };
  router.service(ConsoleService, { ...pageMethods(roles, options), ...settingsMethods(roles, options) });
}
