// The frames around pages that belong to no account: to the person, or to the operator of the service.
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

export const OperatorFrame = () => (
  <Frame
    switcher={(me) => <AccountSwitcher me={me} name="The whole service" />}
    navigation={() => <NavGroup title="The whole service" entries={operatorEntries} />}
  />
);
