// Links to the pages, in groups.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icons.tsx';
import { often } from '../words/en/often.ts';
import { shell as say } from '../words/en/shell.ts';

/** A page in the navigation. */
export interface Entry {
  to: string;
  label: string;
  icon: IconName;
  /** How much waits there. */
  count?: number;
}

const NavLink = ({ to, label, icon, count = 0 }: Entry) => (
  <li>
    <Link to={to} activeOptions={{ exact: /^\/accounts\/\d+\/?$/.test(to) }}>
      <Icon name={icon} />
      {label}
      {count > 0 && (
        <span className="nav-count" title={say.unread(count)}>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  </li>
);

export const NavGroup = ({ title, entries }: { title?: string; entries: readonly Entry[] }): ReactNode => (
  <>
    {title !== undefined && <p className="nav-title">{title}</p>}
    <ul className="nav">
      {entries.map((entry) => (
        <NavLink key={entry.to} {...entry} />
      ))}
    </ul>
  </>
);

export const operatorEntries = (): readonly Entry[] => [
  { to: '/operator/accounts', label: often.accounts, icon: 'accounts' },
  { to: '/operator/users', label: often.users, icon: 'people' },
  { to: '/operator/carriers', label: say.carriers, icon: 'carriers' },
  { to: '/operator/numbers', label: often.numbers, icon: 'numbers' },
  { to: '/operator/platform-keys', label: say.platformKeys, icon: 'platformKeys' },
  { to: '/operator/health', label: say.health, icon: 'health' },
];
