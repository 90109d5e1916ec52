// Links to pages of the console whose paths are made of parts: the router's own types know whole paths only.
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useAccountId } from '../api/account.ts';
import { Who } from './who.tsx';

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; search?: Record<string, unknown> };

export const AppLink = ({ to, search = {}, ...props }: AppLinkProps) => (
  <Link to={to as '/'} search={search as never} {...props} />
);

/** A link to a page of the open account. */
export const AccountLink = ({ to, ...props }: AppLinkProps) => (
  <AppLink className="link" to={`/accounts/${useAccountId()}${to}`} {...props} />
);

/** A link to the thread with a number, by the name of who has it. */
export const ThreadLink = ({ address, hasNumber = false }: { address: string; hasNumber?: boolean }) => (
  <AccountLink to={`/threads/${encodeURIComponent(address)}`}>
    <Who address={address} hasNumber={hasNumber} />
  </AccountLink>
);

/** A button that leads to a page of the open account. */
export const LinkButton = ({ to, ...props }: ButtonProps & { to: string }) => (
  <Button {...props} renderRoot={(root) => <AccountLink to={to} {...root} />} />
);
