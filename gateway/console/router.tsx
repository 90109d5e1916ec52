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
import { homePath } from './shell/doors.ts';
import { Broken, Missing } from './shell/no_page.tsx';
import { OperatorFrame, OwnFrame } from './shell/other_frames.tsx';

/** A page under a path of its parent's, loaded when it is opened. */
const page = <Name extends string>(
  parent: AnyRoute,
  path: string,
  name: Name,
  load: () => Promise<{ [Key in Name]: ComponentType }>,
): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(async () => ({ default: (await load())[name] })),
  });

/** A path that leads to the first page of the person who opens it. */
const leadHome = (path: string): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async () => {
      throw redirect({ to: await homePath(queryClient) });
    },
  });

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing, errorComponent: Broken });
const signUp = () => import('./pages/door/sign_up.tsx');

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
  page(threads, '/threads', 'NoThread', () => import('./pages/threads/threads.tsx')),
  page(threads, '/threads/$address', 'ChatPage', () => import('./pages/threads/chat.tsx')),
  page(threads, '/write', 'WritePage', () => import('./pages/threads/write.tsx')),
];
const accountPages = [
  threads.addChildren(threadPages),
  page(account, '/', 'OverviewPage', () => import('./pages/overview/overview.tsx')),
  page(account, '/analytics', 'AnalyticsPage', () => import('./pages/analytics/analytics.tsx')),
  page(account, '/devices', 'DevicesPage', () => import('./pages/devices/devices.tsx')),
  page(account, '/texts', 'TextsPage', () => import('./pages/texts/texts.tsx')),
  page(account, '/texts/$textId', 'TextPage', () => import('./pages/texts/text.tsx')),
  page(account, '/broadcasts', 'BroadcastsPage', () => import('./pages/broadcasts/broadcasts.tsx')),
  page(
    account,
    '/broadcasts/$broadcastId',
    'BroadcastPage',
    () => import('./pages/broadcasts/broadcast.tsx'),
  ),
  page(account, '/bulk', 'BulkPage', () => import('./pages/bulk/bulk.tsx')),
  page(
    account,
    '/saved-replies',
    'SavedRepliesPage',
    () => import('./pages/saved_replies/saved_replies.tsx'),
  ),
  page(account, '/opt-outs', 'OptOutsPage', () => import('./pages/opt_outs/opt_outs.tsx')),
  page(account, '/contacts', 'ContactsPage', () => import('./pages/contacts/contacts.tsx')),
  page(account, '/search', 'SearchPage', () => import('./pages/search/search.tsx')),
  page(account, '/keys', 'KeysPage', () => import('./pages/keys/keys.tsx')),
  page(account, '/keys/$keyId', 'KeyPage', () => import('./pages/keys/key.tsx')),
  page(account, '/approvals', 'ApprovalsPage', () => import('./pages/approvals/approvals.tsx')),
  page(account, '/webhooks', 'WebhooksPage', () => import('./pages/delivery/webhooks.tsx')),
  page(account, '/consumers', 'ConsumersPage', () => import('./pages/delivery/consumers.tsx')),
  page(account, '/billing', 'BillingPage', () => import('./pages/billing/billing.tsx')),
  page(account, '/team', 'TeamPage', () => import('./pages/team/team.tsx')),
  page(account, '/integrations', 'IntegrationsPage', () => import('./pages/integrations/integrations.tsx')),
  page(
    account,
    '/data-retention',
    'DataRetentionPage',
    () => import('./pages/data_retention/data_retention.tsx'),
  ),
  page(account, '/audit-log', 'AuditLogPage', () => import('./pages/audit_log/audit_log.tsx')),
  page(account, '/settings', 'SettingsPage', () => import('./pages/settings/settings.tsx')),
];

const own = createRoute({ getParentRoute: () => root, path: '/me', component: OwnFrame });
const ownPages = [page(own, '/', 'MePage', () => import('./pages/me/me.tsx'))];
const operator = createRoute({ getParentRoute: () => root, path: '/operator', component: OperatorFrame });
const operatorPages = [
  page(operator, '/accounts', 'OperatorAccountsPage', () => import('./pages/operator/accounts.tsx')),
  page(operator, '/accounts/$id', 'OperatorAccountPage', () => import('./pages/operator/account.tsx')),
  page(
    operator,
    '/accounts/$id/texts/$textId',
    'OperatorTextPage',
    () => import('./pages/operator/text.tsx'),
  ),
  page(operator, '/users', 'UsersPage', () => import('./pages/operator/users.tsx')),
  page(operator, '/users/$id', 'UserPage', () => import('./pages/operator/user.tsx')),
  page(operator, '/carriers', 'OperatorCarriersPage', () => import('./pages/operator/carriers.tsx')),
  page(operator, '/numbers', 'OperatorNumbersPage', () => import('./pages/operator/numbers.tsx')),
  page(
    operator,
    '/platform-keys',
    'OperatorPlatformKeysPage',
    () => import('./pages/operator/platform_keys.tsx'),
  ),
  page(operator, '/health', 'OperatorHealthPage', () => import('./pages/operator/health.tsx')),
];

export const router = createRouter({
  routeTree: root.addChildren([
    leadHome('/'),
    leadHome('/accounts'),
    createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage }),
    page(root, '/sign-up', 'SignUpPage', signUp),
    page(root, '/invitation', 'SignUpPage', signUp),
    page(root, '/confirm-email', 'ConfirmEmailPage', () => import('./pages/door/confirm_email.tsx')),
    page(root, '/after-payment', 'AfterPaymentPage', () => import('./pages/billing/after_payment.tsx')),
    page(root, '/approve-text', 'ApproveTextPage', () => import('./pages/approvals/by_link.tsx')),
    page(root, '/forgot-password', 'ForgotPasswordPage', () => import('./pages/door/forgot_password.tsx')),
    page(root, '/new-password', 'NewPasswordPage', () => import('./pages/door/new_password.tsx')),
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
