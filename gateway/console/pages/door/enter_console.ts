// What follows a sign-in: everything is asked anew, and the page that was wanted is opened.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { homePath, nextPath } from '../../shell/doors.ts';

export function useEnterConsole() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (to?: string) => {
    client.clear();
    await navigate({ to: to ?? nextPath() ?? (await homePath(client)), replace: true });
  };
}
