// The pages for people who are not signed in yet: their frame, the token that they were given, and where they go then.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { session } from '../../api/connection.ts';
import { homePath, nextPath } from '../../shell/doors.ts';
import { LostBanner } from '../../shell/lost_banner.tsx';
import { Brand } from '../../ui/brand.tsx';
import { LanguageChoice } from '../../ui/language_choice.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Pending } from '../../ui/state.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { door as say } from '../../words/en/door.ts';

export function DoorCard({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  const heading = useTitle(title);
  return (
    <main className="door">
      <div className="door-card">
        <LostBanner />
        <Brand />
        <h1 ref={heading} tabIndex={-1}>
          <Unbroken words={title} />
        </h1>
        {lead !== undefined && <p className="door-lead">{lead}</p>}
        {children}
        <LanguageChoice />
      </div>
    </main>
  );
}

/** While it is not known yet what to show. */
export const DoorPending = ({ of }: ComponentProps<typeof Pending>) => (
  <DoorCard title={say.oneMoment}>
    <Pending of={of} lines={2} />
  </DoorCard>
);

/** What follows a sign-in: everything is asked anew, and the page that was wanted is opened. */
export function useEnterConsole() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (to?: string) => {
    client.clear();
    session.find();
    await navigate({ to: to ?? nextPath() ?? (await homePath(client)), replace: true });
  };
}

let token: string | null = null;

/**
 * Takes the token of a link out of the address; returns it, or the one that was taken before. It stands behind the #,
 * so that no server sees it, and leaves the address bar at once.
 */
export function takeToken(): string | null {
  const found = decodeURIComponent(location.hash.slice(1)).replace(/^token=/, '');
  if (found !== '') {
    token = found;
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token;
}
