// The rate limit as clients see it. The core keeps it and says it with each answer; a test holds the two
// against each other.
import type { RateState } from '../../proto/gen/textrelay/v1/access_service_pb.ts';

/** Requests of one key in one window. */
export const rateLimit = 120;
/** The window's length in seconds. It slides: the rule holds for any such span. */
export const rateWindowSeconds = 60;

/** Names of the headers that show a client its allowance. */
export const rateHeaderNames = ['ratelimit-policy', 'ratelimit'] as const;

/** The headers that show a client its allowance (IETF draft "RateLimit header fields for HTTP"). */
export function rateHeaders({ limit, windowSeconds, remaining, resetSeconds }: RateState) {
  return {
    'ratelimit-policy': `"key";q=${limit};w=${windowSeconds}`,
    ratelimit: `"key";r=${remaining};t=${resetSeconds}`,
  };
}
