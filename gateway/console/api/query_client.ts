// Answers are kept, shown at once when a page is opened again, and asked for again when the service is back.
import { QueryClient } from '@tanstack/react-query';
import { isPassing, isSignedOut, Refused } from './ask.ts';
import { connection, session } from './connection.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 4 && isPassing(error) && !(isSignedOut(error) && session.isLost),
      retryDelay: (count, error) =>
        error instanceof Refused && error.retryAfter !== null ? error.retryAfter * 1_000 : 500 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

for (const presence of [connection, session])
  presence.subscribe(() => {
    if (!presence.isLost) void queryClient.invalidateQueries();
  });
