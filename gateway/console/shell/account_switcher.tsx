// Which account is open, and the others that may be.
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Me } from '../api/types.ts';
import { Icon } from '../ui/icons.tsx';
import { often } from '../words/en/often.ts';
import { shell as say } from '../words/en/shell.ts';

export function AccountSwitcher({ me, current, name }: { me: Me; current?: number; name: string }) {
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button type="button" className="switcher" aria-label={say.switchAccount(name)}>
          <span>{name}</span>
          <Icon name="chevron" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{often.accounts}</Menu.Label>
        {me.accounts.length === 0 && <Menu.Item disabled>{say.inNoAccount}</Menu.Item>}
        {me.accounts.map((account) => (
          <Menu.Item
            key={account.id}
            rightSection={account.id === current ? <Icon name="check" size={16} /> : undefined}
            renderRoot={(props) => (
              <Link to="/accounts/$accountId" params={{ accountId: String(account.id) }} {...props} />
            )}
          >
            {account.name}
          </Menu.Item>
        ))}
        {me.user.is_operator && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="health" size={16} />}
              renderRoot={(props) => <Link to={'/operator/accounts' as '/operator'} {...props} />}
            >
              {often.wholeService}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
