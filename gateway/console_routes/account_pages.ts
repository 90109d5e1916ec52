// The console's routes that show and change accounts: those of the people in one, and the operator's.

import type { RpcChannel } from '../core/channel.ts';
import { createConsoleCore } from '../core/console_client.ts';
import type { App } from '../edge/app.ts';
import type { Limits } from '../limits.ts';
import { addNumberRoutes } from './account/numbers.ts';
import { addOverviewRoutes } from './account/overview.ts';
import { addPlatformRoutes } from './account/platforms.ts';
import { addOperatorAccountRoutes } from './operator/accounts.ts';
import { addOperatorCarrierRoutes } from './operator/carriers.ts';
import { addOperatorServiceRoutes } from './operator/service.ts';

interface AccountPagesOptions {
  channel: Pick<RpcChannel, 'unary'>;
  limits: Limits;
}

export function addAccountPages(app: App, { channel, limits }: AccountPagesOptions): void {
  const ask = createConsoleCore(channel, limits);
  addOverviewRoutes(app, { ask });
  addNumberRoutes(app, { ask });
  addPlatformRoutes(app, { ask });
  addOperatorAccountRoutes(app, { ask });
  addOperatorCarrierRoutes(app, { ask });
  addOperatorServiceRoutes(app, { ask });
}
