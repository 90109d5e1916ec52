// The console's routes that show and change accounts: those of the people in one, and the operator's.

import type { RpcChannel } from '../core/channel.ts';
import { createConsoleCore } from '../core/console_client.ts';
import type { App } from '../edge/app.ts';
import type { BodyMemory } from '../edge/body_memory.ts';
import type { UnreadAnswers } from '../edge/unread_answers.ts';
import type { Limits } from '../limits.ts';
import { addDeviceRoutes } from './account/devices.ts';
import { addDownloadRoute } from './account/download.ts';
import { addNumberRoutes } from './account/numbers.ts';
import { addOverviewRoutes } from './account/overview.ts';
import { addPlatformRoutes } from './account/platforms.ts';
import { addTextRoutes } from './account/texts.ts';
import { addConsoleThreadRoutes } from './account/threads.ts';
import { addOperatorAccountRoutes } from './operator/accounts.ts';
import { addOperatorCarrierRoutes } from './operator/carriers.ts';
import { addOperatorServiceRoutes } from './operator/service.ts';

interface AccountPagesOptions {
  channel: Pick<RpcChannel, 'unary'>;
  limits: Limits;
  unread: UnreadAnswers;
  bodies: BodyMemory;
}

export function addAccountPages(app: App, { channel, limits, unread, bodies }: AccountPagesOptions): void {
  const ask = createConsoleCore(channel, limits);
  const { pageBytes } = limits;
  addOverviewRoutes(app, { ask });
  addConsoleThreadRoutes(app, { ask, unread, pageBytes });
  addTextRoutes(app, { ask, unread, bodies, pageBytes });
  addDownloadRoute(app, { ask });
  addDeviceRoutes(app, { ask });
  addNumberRoutes(app, { ask });
  addPlatformRoutes(app, { ask });
  addOperatorAccountRoutes(app, { ask });
  addOperatorCarrierRoutes(app, { ask });
  addOperatorServiceRoutes(app, { ask });
}
