// The interface of SMS Gateway for Android for other programs, as a thin translation: what its programs ask for is asked of
// the core, and what is not served is refused in its own form, with a sentence that says what serves instead.
import { Type } from 'typebox';
import type { Clock } from '../../runtime/clock.ts';
import { notFound, type Refusal } from '../errors/errors.ts';
import { type Route, route } from '../interface/route.ts';
import { deviceRoutes } from './device_routes.ts';
import { notServed, smsgateDoor } from './door.ts';
import { messageRoutes } from './message_routes.ts';
import { base } from './paths.ts';
import { webhookRoutes } from './webhook_routes.ts';

/** Paths that their interface has and this one has not. The first that fits is meant. */
const unserved: readonly [RegExp, () => Refusal][] = [
  [
    /^\/auth(\/|$)/,
    () => notServed('tokens are', 'give the account’s key as the password, or as the Bearer token'),
  ],
  [
    /^\/(messages\/)?inbox(\/|$)/,
    () =>
      notServed(
        'the inbox is',
        'received texts come by a webhook of sms:received, and by GET /api/v1/messages',
      ),
  ],
  [/^\/devices?\//, () => notServed('removing devices is', 'an admin unpairs them in the console')],
  [/^\/settings(\/|$)/, () => notServed('settings of phones are', 'they are made in the app')],
  [
    /^\/logs(\/|$)/,
    () => notServed('logs of phones are', 'GET /api/v1/messages/{id}/events says what happened'),
  ],
];

const health: readonly Route[] = ['', '/live', '/ready', '/startup'].map((part) =>
  route(`GET ${base}/health${part}`, {
    id: 'smsgateHealth',
    foreign: smsgateDoor,
    summary: 'Whether the gateway answers.',
    answer: Type.Unsafe<object>({}),
    handler: (_request, { version }) => ({ status: 'pass', version, releaseId: 1, checks: {} }),
  }),
);

const others: readonly Route[] = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((verb) =>
  route(`${verb} ${base}/*`, {
    id: 'smsgateOther',
    foreign: smsgateDoor,
    summary: 'Whatever is not served.',
    answer: Type.Unknown(),
    handler: ({ raw }) => {
      const path = (raw.url ?? '').split('?', 1)[0]?.slice(base.length) ?? '';
      throw unserved.find(([form]) => form.test(path))?.[1]() ?? notFound('path');
    },
  }),
);

/** Adds the routes. */
export const addSmsgateRoutes =
  (clock: Clock): Route =>
  (app, services) => {
    for (const add of [...health, ...messageRoutes(clock), ...deviceRoutes, ...webhookRoutes, ...others])
      add(app, services);
  };
