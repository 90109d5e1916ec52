// The numbers whose texts stay with a device, asked for when somebody wants to see them.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../ui/link.tsx';
import { Coming, Fault } from '../../ui/state.tsx';
import { addressesQuery, type Device } from './device_queries.ts';

function Addresses({ account, device }: { account: number; device: Device }) {
  const query = useInfiniteQuery(addressesQuery(account, device.id));
  const { error, isPending, isFetchingNextPage, hasNextPage } = query;
  const addresses = (query.data?.pages ?? []).flatMap((page) => page.addresses);
  if (isPending) return <Coming lines={2} />;
  return (
    <>
      {addresses.length === 0 && !error && (
        <p className="quiet">
          {hasNextPage
            ? 'None among the conversations that were looked at so far.'
            : 'None yet. The first text to somebody, or from them, decides it.'}
        </p>
      )}
      {addresses.length > 0 && (
        <ul className="address-list">
          {addresses.map(({ address_norm, sim }) => (
            <li key={address_norm}>
              <AppLink
                className="link number"
                to={`/accounts/${account}/threads/${encodeURIComponent(address_norm)}`}
              >
                {address_norm}
              </AppLink>
              {sim !== null && <span className="quiet"> SIM {sim}</span>}
            </li>
          ))}
        </ul>
      )}
      {error && <Fault error={error} retry={() => void query.refetch()} />}
      {hasNextPage && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  );
}

export function DeviceAddresses({ account, device }: { account: number; device: Device }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Numbers whose texts stay with it</summary>
      {isOpen && <Addresses account={account} device={device} />}
    </details>
  );
}
