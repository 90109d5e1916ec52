// What was asked is kept, shown at once when a page is opened again, and asked anew when the service is back.
import { QueryClient } from '@tanstack/react-query';
import { hasCode, NoAnswer, Refused } from './ask.ts';
import { connection } from './connection.ts';

const worthTrying = (error: Error) =>
  error instanceof NoAnswer ||
  (error instanceof Refused && (error.status === 429 || error.code === 'unavailable'));

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 4 && worthTrying(error),
      retryDelay: (count, error) =>
        error instanceof Refused && error.retryAfter !== null ? error.retryAfter * 1_000 : 500 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

connection.subscribe(() => {
  if (!connection.isLost) void queryClient.invalidateQueries();
});

/** True for a session that ended: what follows is the sign-in. */
export const isSignedOut = (error: unknown): boolean => hasCode(error, 'not_signed_in', 'invalid_api_key');
