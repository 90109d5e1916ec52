// Says that the service does not answer, for as long as it does not.
import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection.ts';
import { Icon } from '../ui/icons.tsx';

export function LostBanner() {
  const isLost = useSyncExternalStore(connection.subscribe, () => connection.isLost);
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <div className="lost">
          <Icon name="warning" />
          <span>
            The service cannot be reached. What you typed is kept, and texts that you sent leave by themselves
            once it is back.
          </span>
        </div>
      )}
    </div>
  );
}
