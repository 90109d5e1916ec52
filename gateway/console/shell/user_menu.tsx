// Whose session this is, and what belongs to the person and not to an account.
import { ActionIcon, Group, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ask } from '../api/ask.ts';
import type { Me } from '../api/types.ts';
import { Icon } from '../ui/icons.tsx';
import { keepingLanguage } from '../words/choose.ts';
import { often } from '../words/en/often.ts';
import { shell as say } from '../words/en/shell.ts';

/** Ends the session, and forgets everything that was shown. */
function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => keepingLanguage(() => ask('POST /console/sign-out')),
    onSettled: async () => {
      await navigate({ to: '/sign-in' });
      client.clear();
    },
  });
}

/** Light or dark. */
function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const label = isDark ? say.light : say.dark;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}

export function UserMenu({ me }: { me: Me }) {
  const { mutate: signOut } = useSignOut();
  return (
    <Group gap={4} wrap="nowrap">
      <Menu position="top-start" width={220}>
        <Menu.Target>
          <button type="button" className="switcher switcher-plain">
            <span>{me.user.name}</span>
            <Icon name="chevron" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{me.user.email}</Menu.Label>
          <Menu.Item
            leftSection={<Icon name="settings" />}
            renderRoot={(props) => <Link to="/me" {...props} />}
          >
            {often.mySettings}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="leave" />} onClick={() => signOut()}>
            {say.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SchemeSwitch />
    </Group>
  );
}
