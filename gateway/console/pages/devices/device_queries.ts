// Devices, as they are asked for.
import { queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';

export type Device = Schemas['Device'];

/** The devices that are paired. */
export const devicesQuery = (account: number) =>
  queryOptions({
    ...allOf('GET /devices', 'devices', { account }),
    select: (devices: Device[]) => devices.filter(({ revoked_at }) => !revoked_at),
  });
