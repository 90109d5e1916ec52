// The part of the day in which the account's texts don't leave.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.ts';

export interface QuietHours {
  time_zone: string;
  from: string;
  until: string;
}

export interface QuietHoursAnswer {
  quiet_hours: QuietHours | null;
}

export const quietHoursPath = '/api/v1/quiet-hours';

export const quietHoursQuery = (account: number) =>
  queryOptions({
    queryKey: ['account', account, 'quiet-hours'],
    queryFn: ({ signal }) => ask<QuietHoursAnswer>(quietHoursPath, { account, signal }),
  });
