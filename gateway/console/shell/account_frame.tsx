// The frame around an account's pages. The session enters the account before any of them asks for something.
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { enterQuery, useAccountId } from '../api/account.ts';
import { isSignedOut } from '../api/ask.ts';
import { useFeed } from '../api/feed.ts';
import type { Me } from '../api/types.ts';
import { resume } from '../pages/threads/outbox.ts';
import { useUnread } from '../pages/threads/queries.ts';
import { Pending } from '../ui/state.tsx';
import { AccountSwitcher } from './account_switcher.tsx';
import { rememberAccount } from './doors.ts';
import { Frame } from './frame.tsx';
import { type Entry, NavGroup, operatorEntries } from './navigation.tsx';

const isAdmin = (me: Me, account: number) =>
  me.accounts.some(({ id, role }) => id === account && role !== 'member');

function entriesOf(account: number, admin: boolean, unread: number): { texts: Entry[]; account: Entry[] } {
  const home = `/accounts/${account}`;
  return {
    texts: [
      { to: home, label: 'Overview', icon: 'overview' },
      { to: `${home}/threads`, label: 'Threads', icon: 'threads', count: unread },
      { to: `${home}/texts`, label: 'Texts', icon: 'texts' },
      { to: `${home}/search`, label: 'Search', icon: 'search' },
      { to: `${home}/contacts`, label: 'Contacts', icon: 'contacts' },
      { to: `${home}/sendings`, label: 'Sendings', icon: 'bulk' },
      { to: `${home}/figures`, label: 'Figures', icon: 'figures' },
      { to: `${home}/opt-outs`, label: 'Opt-outs', icon: 'optOuts' },
      { to: `${home}/devices`, label: 'Devices', icon: 'devices' },
    ],
    account: [
      ...(admin ? [{ to: `${home}/keys`, label: 'Keys', icon: 'keys' } as const] : []),
      { to: `${home}/webhooks`, label: 'Webhooks', icon: 'webhooks' },
      { to: `${home}/consumers`, label: 'Consumers', icon: 'consumers' },
      { to: `${home}/plan`, label: 'Plan', icon: 'plan' },
      ...(admin ? [{ to: `${home}/platforms`, label: 'Linked platforms', icon: 'platforms' } as const] : []),
      { to: `${home}/people`, label: 'People', icon: 'people' },
      { to: `${home}/settings`, label: 'Settings', icon: 'settings' },
    ],
  };
}

export function AccountFrame() {
  const account = useAccountId();
  const query = useQuery(enterQuery(account));
  const { data } = query;
  useFeed(account, data !== undefined);
  useEffect(() => {
    if (!data) return;
    rememberAccount(account);
    resume(account);
  }, [data, account]);
  const unread = useUnread(account, data !== undefined);
  const nameOf = (me: Me) => me.accounts.find(({ id }) => id === account)?.name ?? 'No account';
  return (
    <Frame
      switcher={(me) => <AccountSwitcher me={me} current={account} name={nameOf(me)} />}
      navigation={(me) => {
        const entries = entriesOf(account, isAdmin(me, account), unread);
        return (
          <>
            <NavGroup entries={entries.texts} />
            <NavGroup title="Account" entries={entries.account} />
            {me.person.is_operator && <NavGroup title="The whole service" entries={operatorEntries} />}
          </>
        );
      }}
    >
      {data ? (
        <Outlet />
      ) : (
        <div className="page">
          <Pending of={isSignedOut(query.error) ? {} : query} />
        </div>
      )}
    </Frame>
  );
}
