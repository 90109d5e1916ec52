// The numbers whose texts stay with a device, asked for when somebody wants to see them.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId } from '../../api/account.ts';
import { pagesOf } from '../../api/queries.ts';
import { ThreadLink } from '../../ui/link.tsx';
import { ShowMore } from '../../ui/resources.tsx';
import { Pending } from '../../ui/state.tsx';
import { devices as say } from '../../words/en/devices.ts';

function Addresses({ device }: { device: number }) {
  const account = useAccountId();
  const path = { id: device };
  const query = useInfiniteQuery(pagesOf('GET /devices/{id}/addresses', 'addresses', { account, path }));
  const { data } = query;
  return (
    <>
      <Pending of={query} lines={2} />
      {data?.length === 0 && <p className="quiet">{query.hasNextPage ? say.noAddressYet : say.noAddress}</p>}
      {data && data.length > 0 && (
        <ul className="address-list">
          {data.map(({ address_norm, sim }) => (
            <li key={address_norm}>
              <ThreadLink address={address_norm} />
              {sim !== null && (
                <span className="quiet">
                  {' '}
                  {say.sim} {sim}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </>
  );
}

export function DeviceAddresses({ device }: { device: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say.addresses}</summary>
      {isOpen && <Addresses device={device} />}
    </details>
  );
}
