// The frames around pages that belong to no account: to the person, or to the operator of the service.

import { often } from '../words/en/often.ts';
import { shell as say } from '../words/en/shell.ts';
import { AccountSwitcher } from './account_switcher.tsx';
import { Frame } from './frame.tsx';
import { NavGroup, operatorEntries } from './navigation.tsx';

export const OwnFrame = () => (
  <Frame
    switcher={(me) => <AccountSwitcher me={me} name={say.chooseAccount} />}
    navigation={(me) => (
      <>
        <NavGroup entries={[{ to: '/me', label: often.mySettings, icon: 'settings' }]} />
        {me.user.is_operator && <NavGroup title={often.wholeService} entries={operatorEntries()} />}
      </>
    )}
  />
);

export const OperatorFrame = () => (
  <Frame
    switcher={(me) => <AccountSwitcher me={me} name={often.wholeService} />}
    navigation={() => <NavGroup title={often.wholeService} entries={operatorEntries()} />}
  />
);
