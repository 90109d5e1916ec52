// Which page is shown under which path. Pages are loaded when they are opened.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { queryClient } from './api/query_client.ts';
import { SignInPage } from './pages/door/sign_in.tsx';
import { AccountFrame } from './shell/account_frame.tsx';
import { Broken } from './shell/broken.tsx';
import { homePath } from './shell/doors.ts';
import { Missing } from './shell/missing.tsx';
import { OperatorFrame } from './shell/operator_frame.tsx';
import { OwnFrame } from './shell/own_frame.tsx';

/** The part that holds a page, loaded when it is opened. */
type Load = () => Promise<ComponentType>;

/** A page under a path of its parent's. */
const page = (parent: AnyRoute, path: string, load: Load): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  });

/** A path that leads to the first page of whoever opens it. */
const leadHome = (path: string): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async () => {
      throw redirect({ to: await homePath(queryClient) });
    },
  });

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing, errorComponent: Broken });
const signUp: Load = async () => (await import('./pages/door/sign_up.tsx')).SignUpPage;

const account = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$accountId',
  component: AccountFrame,
  notFoundComponent: Missing,
});
const threads = createRoute({
  getParentRoute: () => account,
  id: 'threads',
  component: lazyRouteComponent(() => import('./pages/threads/threads.tsx'), 'ThreadsPage'),
});
const threadPages = [
  page(threads, '/threads', async () => (await import('./pages/threads/threads.tsx')).NoThread),
  page(threads, '/threads/$address', async () => (await import('./pages/threads/chat.tsx')).ChatPage),
  page(threads, '/write', async () => (await import('./pages/threads/write.tsx')).WritePage),
];
const accountPages = [
  threads.addChildren(threadPages),
  page(account, '/', async () => (await import('./pages/overview/overview.tsx')).OverviewPage),
  page(account, '/devices', async () => (await import('./pages/devices/devices.tsx')).DevicesPage),
  page(account, '/texts', async () => (await import('./pages/texts/texts.tsx')).TextsPage),
  page(account, '/texts/$textId', async () => (await import('./pages/texts/text.tsx')).TextPage),
  page(account, '/bulk', async () => (await import('./pages/bulk/bulk.tsx')).BulkPage),
  page(account, '/opt-outs', async () => (await import('./pages/opt_outs/opt_outs.tsx')).OptOutsPage),
  page(account, '/keys', async () => (await import('./pages/keys/keys.tsx')).KeysPage),
  page(account, '/webhooks', async () => (await import('./pages/delivery/webhooks.tsx')).WebhooksPage),
  page(account, '/consumers', async () => (await import('./pages/delivery/consumers.tsx')).ConsumersPage),
  page(account, '/plan', async () => (await import('./pages/plan/plan.tsx')).PlanPage),
  page(account, '/people', async () => (await import('./pages/people/people.tsx')).PeoplePage),
  page(account, '/platforms', async () => (await import('./pages/platforms/platforms.tsx')).PlatformsPage),
  page(account, '/settings', async () => (await import('./pages/settings/settings.tsx')).SettingsPage),
];

const own = createRoute({ getParentRoute: () => root, path: '/me', component: OwnFrame });
const ownPages = [page(own, '/', async () => (await import('./pages/me/me.tsx')).MePage)];
const operator = createRoute({ getParentRoute: () => root, path: '/operator', component: OperatorFrame });
const operatorPages = [
  page(
    operator,
    '/accounts',
    async () => (await import('./pages/operator/accounts.tsx')).OperatorAccountsPage,
  ),
  page(
    operator,
    '/carriers',
    async () => (await import('./pages/operator/carriers.tsx')).OperatorCarriersPage,
  ),
  page(operator, '/numbers', async () => (await import('./pages/operator/numbers.tsx')).OperatorNumbersPage),
  page(operator, '/platform-keys', async () => {
    return (await import('./pages/operator/platform_keys.tsx')).OperatorPlatformKeysPage;
  }),
  page(operator, '/health', async () => (await import('./pages/operator/health.tsx')).OperatorHealthPage),
];

export const router = createRouter({
  routeTree: root.addChildren([
    leadHome('/'),
    leadHome('/accounts'),
    createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage }),
    page(root, '/sign-up', signUp),
    page(root, '/invitation', signUp),
    page(root, '/confirm-email', async () => {
      return (await import('./pages/door/confirm_email.tsx')).ConfirmEmailPage;
    }),
    account.addChildren(accountPages),
    own.addChildren(ownPages),
    operator.addChildren(operatorPages),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: Broken,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
