// Says that the service does not answer, for as long as it does not.
import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection.ts';
import { Icon } from '../ui/icons.tsx';
import { shell as say } from '../words/en/shell.ts';

export function LostBanner() {
  const isLost = useSyncExternalStore(connection.subscribe, () => connection.isLost);
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <div className="lost">
          <Icon name="warning" />
          <span>{say.lost}</span>
        </div>
      )}
    </div>
  );
}
