// The frame of every page of somebody who is signed in: navigation beside it, or behind a button on small screens.
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { meQuery } from '../api/account.ts';
import type { Me } from '../api/types.ts';
import { Brand } from '../ui/brand.tsx';
import { Icon } from '../ui/icons.tsx';
import { Pending } from '../ui/state.tsx';
import { shell as say } from '../words/en/shell.ts';
import { useSignInWhenOut } from './doors.ts';
import { LostBanner } from './lost_banner.tsx';
import { SignInAgain } from './sign_in_again.tsx';
import { UserMenu } from './user_menu.tsx';

interface FrameProps {
  /** The account switcher, or what stands in its place. */
  switcher: (me: Me) => ReactNode;
  navigation: (me: Me) => ReactNode;
  /** Conversations with something new, which small screens say at the button of the navigation. */
  unread?: number;
  children?: ReactNode;
}

export function Frame({ switcher, navigation, unread = 0, children = <Outlet /> }: FrameProps) {
  const query = useQuery(meQuery);
  const { data: me } = query;
  const isOut = useSignInWhenOut(me ? null : query.error);
  const [isOpen, { open, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new path closes it
  useEffect(close, [pathname]);

  if (!me)
    return (
      <main className="page">
        <LostBanner />
        <Pending of={isOut ? {} : query} />
      </main>
    );
  const side = (
    <div className="shell-side">
      <Brand />
      {switcher(me)}
      <nav aria-label={say.pages}>{navigation(me)}</nav>
      <div className="side-foot">
        <ul className="nav">
          <li>
            <a href="/docs">
              <Icon name="docs" />
              {say.docs}
            </a>
          </li>
        </ul>
        <UserMenu me={me} />
      </div>
    </div>
  );
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {say.skip}
      </a>
      <header className="shell-bar">
        <ActionIcon
          className="shell-open"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={unread > 0 ? say.openNavigationWith(say.unread(unread)) : say.openNavigation}
          onClick={open}
        >
          <Icon name="menu" size={22} />
          {unread > 0 && <span className="shell-news" />}
        </ActionIcon>
        <Brand />
        {switcher(me)}
      </header>
      <header className="shell-wide">{side}</header>
      <Drawer
        opened={isOpen}
        onClose={close}
        size="17rem"
        withCloseButton={false}
        padding={0}
        classNames={{ body: 'shell-drawer' }}
        attributes={{ content: { 'aria-label': say.navigation } }}
      >
        {side}
      </Drawer>
      <main id="main" tabIndex={-1}>
        <LostBanner />
        {children}
      </main>
      <SignInAgain user={me.user} />
    </div>
  );
}
