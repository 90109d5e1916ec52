// Something that has to be dealt with before anything else: what it is, and what to do.
import { type ReactNode, useId } from 'react';
import { Icon } from './icons.tsx';

export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="notice" aria-labelledby={id}>
      <h3 id={id}>
        <Icon name="warning" /> {title}
      </h3>
      {children}
    </section>
  );
}
