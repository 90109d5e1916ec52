// Devices, as the interface answers them.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { askAll } from '../../api/ask_all.ts';

export interface Sim {
  slot: number;
  /** Whether the device named it when it last opened a link. */
  present: boolean;
  per_minute: number | null;
  per_day: number | null;
  per_month: number | null;
  used_minute: number;
  used_day: number;
  used_month: number;
}

export interface Device {
  id: number;
  name: string;
  online: boolean;
  last_seen_at: string | null;
  created_at: string;
  revoked_at: string | null;
  driver: string;
  agent_version: string;
  signal_percent: number | null;
  battery_percent: number | null;
  /** Texts that it was handed and has not submitted. */
  queue_length: number;
  simulated: boolean;
  /** What is wrong, in a sentence; empty when nothing is. */
  problem: string | null;
  /** What else is to be known; empty when nothing is. */
  note: string | null;
  sims: Sim[];
}

interface AddressPage {
  addresses: { address_norm: string; sim: number | null }[];
  /** Null on the last page; a page before it may be short, or empty. */
  next_cursor: string | null;
}

export interface Pairing {
  code: string;
  expires_at: string;
  commands: string[];
  qr: string;
  advice?: string | null;
}

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
