// Devices, as the interface answers them.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { askAll } from '../../api/ask_all.ts';
import type { Schemas } from '../../api/types.ts';

export type Sim = Schemas['Sim'];
export type Device = Schemas['Device'];
type AddressPage = Schemas['KeptAddresses'];
export type Pairing = Schemas['PairingCode'];
export const devicesQuery = (account: number) =>
  queryOptions({
    queryKey: ['account', account, 'devices'],
    queryFn: async ({ signal }) => ({
      devices: await askAll<Device>(`${base}/devices`, 'devices', { account, signal }),
    }),
    select: ({ devices }) => ({ devices: devices.filter(({ revoked_at }) => !revoked_at) }),
  });

export const addressesQuery = (account: number, device: number) =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'device addresses', device],
    queryFn: ({ pageParam, signal }) =>
      ask<AddressPage>(`${base}/devices/${device}/addresses`, {
        account,
        signal,
        query: { limit: 50, cursor: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
