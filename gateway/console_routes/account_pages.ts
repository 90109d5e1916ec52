// The console's routes that show and change an account to the people in it.

import type { RpcChannel } from '../core/channel.ts';
import { createConsoleCore } from '../core/console_client.ts';
import type { App } from '../edge/app.ts';
import type { BodyMemory } from '../edge/body_memory.ts';
import type { UnreadAnswers } from '../edge/unread_answers.ts';
import type { Limits } from '../limits.ts';
import { addDeviceRoutes } from './account/devices.ts';
import { addDownloadRoute } from './account/download.ts';
import { addOverviewRoutes } from './account/overview.ts';
import { addTextRoutes } from './account/texts.ts';
import { addConsoleThreadRoutes } from './account/threads.ts';

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
}
