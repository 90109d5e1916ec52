// Where a reader without a page goes: to the sign-in, and from there to the page that they wanted.
import type { QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { meQuery } from '../api/account.ts';
import { isSignedOut } from '../api/ask.ts';
import type { Me } from '../api/types.ts';

const lastAccountKey = 'textrelay-last-account';

/** Remembers the account that was open last. */
export const rememberAccount = (account: number): void =>
  localStorage.setItem(lastAccountKey, String(account));

/** The first page of the person who is signed in: the account that was open last, else their first one. */
function homeOf({ accounts, user }: Me): string {
  const last = Number(localStorage.getItem(lastAccountKey));
  const account = accounts.find(({ id }) => id === last) ?? accounts[0];
  if (account) return `/accounts/${account.id}`;
  return user.is_operator ? '/operator/accounts' : '/me';
}

/** The sign-in, and after it the page that was asked for. */
export function signInPath(next: string = location.pathname + location.search): string {
  return next === '/' || next.startsWith('/sign-in')
    ? '/sign-in'
    : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** A page of this console that the address names as the next one; null for any other. */
export function nextPath(): string | null {
  const next = new URLSearchParams(location.search).get('next');
  return next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? next : null;
}

/** Where the root leads. */
export async function homePath(client: QueryClient): Promise<string> {
  try {
    return homeOf(await client.fetchQuery(meQuery));
  } catch (error) {
    if (isSignedOut(error)) return '/sign-in';
    throw error;
  }
}

/** Leads to the sign-in when an answer says that the session has ended; returns whether it did. */
export function useSignInWhenOut(error: unknown): boolean {
  const navigate = useNavigate();
  const isOut = isSignedOut(error);
  useEffect(() => {
    if (isOut) void navigate({ to: signInPath(), replace: true });
  }, [isOut, navigate]);
  return isOut;
}
