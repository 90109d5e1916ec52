// A titled part of a page, and facts as names with values.
import { type ReactNode, useId } from 'react';

export function Panel({
  title,
  action,
  className = '',
  children,
}: {
  title: string;
  /** A button beside the title. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A name with its value; one without a value is left out. */
type Fact = readonly [name: string, value: ReactNode];

const known = (facts: readonly Fact[]) =>
  facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);

/** Facts side by side. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="device-facts">
    {known(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="number">{value}</dd>
      </div>
    ))}
  </dl>
);

/** Facts one below the other. */
export const Lines = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="lines">
    {known(facts).map(([name, value]) => (
      <div key={name} className="line">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
