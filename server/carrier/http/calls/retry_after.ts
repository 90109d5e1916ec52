// How long a company asks to be left alone: Retry-After (RFC 9110, 10.2.3).

/** Nobody is left alone longer, whatever it asks for. */
const mostMs = 300_000;

/** In milliseconds; undefined when it does not say, or not so that it can be read. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const said = header?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(said) ? Number(said) * 1_000 : dateOf(said) - nowMs;
  return Number.isNaN(asked) ? undefined : Math.min(mostMs, Math.max(0, asked));
}

/** NaN for what is no date of HTTP; one without a zone must not be read in ours. */
const dateOf = (said: string): number => (/^[A-Za-z]{3},.* GMT$/.test(said) ? Date.parse(said) : Number.NaN);
