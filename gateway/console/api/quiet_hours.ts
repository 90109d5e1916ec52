// The part of the day in which the account's texts don't leave.

import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.ts';
import type { Schemas } from './types.ts';

export type QuietHours = NonNullable<Schemas['QuietHours']>;
export type QuietHoursAnswer = Schemas['QuietHoursAnswer'];
export const quietHoursPath = '/api/v1/quiet-hours';

export const quietHoursQuery = (account: number) =>
  queryOptions({
    queryKey: ['account', account, 'quiet-hours'],
    queryFn: ({ signal }) => ask<QuietHoursAnswer>(quietHoursPath, { account, signal }),
  });
