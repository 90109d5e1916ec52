// One subject of a page of settings: what it is on one side, what can be done on the other.
import { type ReactNode, useId } from 'react';
import { useRole } from '../api/account.ts';
import { parts as say } from '../words/en/parts.ts';

export function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel section" aria-labelledby={id}>
      <div>
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {lead !== undefined && <p className="quiet">{lead}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}

/** A subject that admins change and all others read. */
export function AdminSection({ children, ...subject }: Parameters<typeof Section>[0]) {
  const { isAdmin } = useRole();
  return (
    <Section {...subject}>
      {!isAdmin && <p className="quiet">{say.adminsOnly}</p>}
      {children}
    </Section>
  );
}
