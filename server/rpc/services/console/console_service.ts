// ConsoleService: an account, for the people in it. Each method says the role that it takes.
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { ConsoleService } from '../../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { Console } from '../../../app/console/console.ts';
import type { JudgeSession } from '../../../app/people/session_door.ts';
import { toOverview } from './console_proto.ts';
import { settingsMethods } from './console_settings.ts';
import { judgeRef, type Roles } from './roles.ts';

interface ConsoleServiceOptions {
  judge: JudgeSession;
  console: Console;
}

type Methods = Partial<ServiceImpl<typeof ConsoleService>>;

const pageMethods = ({ asMember }: Roles, options: ConsoleServiceOptions) => {
  const { console } = options;
  return {
    async getOverview({ session }) {
      const { accountId } = await asMember(session);
      return toOverview(await console.readOverview(accountId));
    },
  } satisfies Methods;
};

/** Serves ConsoleService. */
export function routeConsole(router: ConnectRouter, options: ConsoleServiceOptions): void {
  const { judge } = options;
  const roles: Roles = { asMember: judgeRef(judge, 'member'), asAdmin: judgeRef(judge, 'admin') };
  router.service(ConsoleService, { ...pageMethods(roles, options), ...settingsMethods(roles, options) });
}
