// The frame around an account's pages. The session enters the account before any of them asks for something.
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accountQuery, meQuery, useAccountId } from '../api/account.ts';
import { hasCode, isSignedOut } from '../api/ask.ts';
import { useFeed } from '../api/feed.ts';
import type { Role } from '../api/types.ts';
import { resume } from '../pages/threads/outbox.ts';
import { countsQuery } from '../pages/threads/queries.ts';
import { countInTitle } from '../ui/document_title.ts';
import { Empty, Pending } from '../ui/state.tsx';
import { dataRetention } from '../words/en/data_retention.ts';
import { often } from '../words/en/often.ts';
import { shell as say } from '../words/en/shell.ts';
import { AccountSwitcher } from './account_switcher.tsx';
import { announce } from './desktop_news.ts';
import { rememberAccount } from './doors.ts';
import { Frame } from './frame.tsx';
import { Keyboard } from './keyboard.tsx';
import { type Entry, NavGroup, operatorEntries } from './navigation.tsx';

function entriesOf(
  account: number,
  role: Role | undefined,
  unread: number,
): { texts: Entry[]; account: Entry[] } {
  const admin = role === 'admin' || role === 'owner';
  const home = `/accounts/${account}`;
  return {
    texts: [
      { to: home, label: say.overview, icon: 'overview' },
      { to: `${home}/threads`, label: say.threads, icon: 'threads', count: unread },
      { to: `${home}/texts`, label: say.texts, icon: 'texts' },
      { to: `${home}/search`, label: say.search, icon: 'search' },
      { to: `${home}/contacts`, label: often.contacts, icon: 'contacts' },
      { to: `${home}/broadcasts`, label: say.broadcasts, icon: 'bulk' },
      { to: `${home}/analytics`, label: say.stats, icon: 'stats' },
      ...(role === 'viewer'
        ? []
        : [{ to: `${home}/saved-replies`, label: say.savedReplies, icon: 'answers' } as const]),
      ...(role === 'viewer'
        ? []
        : [{ to: `${home}/approvals`, label: say.approvals, icon: 'check' } as const]),
      { to: `${home}/opt-outs`, label: often.optOuts, icon: 'optOuts' },
      { to: `${home}/devices`, label: often.devices, icon: 'devices' },
    ],
    account: [
      ...(admin ? [{ to: `${home}/keys`, label: say.keys, icon: 'keys' } as const] : []),
      { to: `${home}/webhooks`, label: say.webhooks, icon: 'webhooks' },
      { to: `${home}/consumers`, label: say.consumers, icon: 'consumers' },
      { to: `${home}/billing`, label: often.billing, icon: 'plan' },
      ...(admin ? [{ to: `${home}/integrations`, label: say.integrations, icon: 'platforms' } as const] : []),
      { to: `${home}/team`, label: often.team, icon: 'people' },
      { to: `${home}/settings`, label: say.settings, icon: 'settings' },
    ],
  };
}

/** For owners alone, and seldom opened: the settings lead to them. */
const keptEntries = (account: number, role: Role | undefined): Entry[] =>
  role === 'owner'
    ? [
        { to: `/accounts/${account}/data-retention`, label: dataRetention.title, icon: 'clock' },
        { to: `/accounts/${account}/audit-log`, label: dataRetention.auditLog, icon: 'texts' },
      ]
    : [];

export function AccountFrame() {
  const account = useAccountId();
  const query = useQuery(accountQuery(account));
  const { data } = query;
  const navigate = useNavigate();
  useFeed(account, data, (messages) =>
    announce(account, messages, (path) => void navigate({ to: path as '/' })),
  );
  useEffect(() => {
    if (!data) return;
    rememberAccount(account);
    resume(account);
  }, [data, account]);
  const counts = useQuery({ ...countsQuery(account), enabled: data !== undefined });
  const unread = counts.data?.unread ?? 0;
  useEffect(() => {
    countInTitle(unread);
    return () => countInTitle(0);
  }, [unread]);
  const user = useQuery(meQuery).data?.user;
  const opened = data?.account;
  const entries = entriesOf(account, opened?.role, unread);
  // An owner's pages about what is kept are behind the settings, the operator's pages are behind the switcher, and are reached by name from everywhere.
  const pages = [
    ...entries.texts,
    ...entries.account,
    ...keptEntries(account, opened?.role),
    ...(user?.is_operator ? operatorEntries() : []),
  ];
  const name = opened?.name ?? say.noAccount;
  return (
    <Frame
      switcher={(me) => (
        <AccountSwitcher me={me} current={account} name={opened?.sandbox_of ? say.sandboxOf(name) : name} />
      )}
      unread={unread}
      navigation={() => (
        <>
          <NavGroup entries={entries.texts} />
          <NavGroup title={say.account} entries={entries.account} />
        </>
      )}
    >
      {data ? (
        <>
          <Outlet />
          <Keyboard account={account} pages={pages} />
        </>
      ) : (
        <div className="page">
          {hasCode(query.error, 'not_found') ? (
            <Empty title={say.notYours}>{say.notYoursText}</Empty>
          ) : (
            <Pending of={isSignedOut(query.error) ? {} : query} />
          )}
        </div>
      )}
    </Frame>
  );
}
