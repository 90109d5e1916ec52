// What takes the right to send: it is shown to members, and viewers are told why it is not there.
import type { ReactNode } from 'react';
import { useRole } from '../api/account.ts';
import { parts as say } from '../words/en/parts.ts';

/** Why there is nothing to send with. */
export const ViewerNote = () => (
  <p className="quiet" role="note">
    {say.viewerNote}
  </p>
);

/** Shows its content to whoever may send, and the reason in its place to all others, unless it is said elsewhere. */
export function OnlyMembers({ children, isSaid = false }: { children: ReactNode; isSaid?: boolean }) {
  const { canSend } = useRole();
  if (canSend) return children;
  return isSaid ? null : <ViewerNote />;
}
