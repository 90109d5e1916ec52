// The frame around the pages of whoever runs the service.
import { AccountSwitcher } from './account_switcher.tsx';
import { Frame } from './frame.tsx';
import { NavGroup, operatorEntries } from './navigation.tsx';

export const OperatorFrame = () => (
  <Frame
    switcher={(me) => <AccountSwitcher me={me} name="The whole service" />}
    navigation={() => <NavGroup title="The whole service" entries={operatorEntries} />}
  />
);
