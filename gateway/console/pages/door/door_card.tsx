// The frame of the pages for those who are not signed in.
import type { ReactNode } from 'react';
import { LostBanner } from '../../shell/lost_banner.tsx';
import { Brand } from '../../ui/brand.tsx';
import { useTitle } from '../../ui/page.tsx';

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
          {title}
        </h1>
        {lead !== undefined && <p className="door-lead">{lead}</p>}
        {children}
      </div>
    </main>
  );
}
