// The frame around what belongs to the person and to no account.
import { AccountSwitcher } from './account_switcher.tsx';
import { Frame } from './frame.tsx';
import { NavGroup, operatorEntries } from './navigation.tsx';

export const OwnFrame = () => (
  <Frame
    switcher={(me) => <AccountSwitcher me={me} name="Choose an account" />}
    navigation={(me) => (
      <>
        <NavGroup entries={[{ to: '/me', label: 'My settings', icon: 'settings' }]} />
        {me.person.is_operator && <NavGroup title="The whole service" entries={operatorEntries} />}
      </>
    )}
  />
);
