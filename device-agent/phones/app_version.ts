// What the app's version understands. It gets nothing else, because one unknown word may spoil the whole answer.

/** A version as numbers. */
type Version = readonly [major: number, minor: number, patch: number];

/** The version that a phone says in its User-Agent; empty when it says none. */
export const versionOf = (userAgent: string | undefined): string =>
  /^me\.capcom\.smsgateway\/(\d{1,4}(?:\.\d{1,4}){1,2})/.exec(userAgent ?? '')?.[1] ?? '';

const parse = (version: string): Version => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
};

/** Whether it is that version or a later one; one that is not known is taken for an old one. */
export function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [parse(version), parse(least)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 || (a[at] ?? 0) > (b[at] ?? 0);
}

/** Whether it reads that a listed text is to be cancelled; an older one sends it because it is listed. */
export const knowsCancel = (version: string): boolean => isAtLeast(version, '1.67.0');

/** The step to take at a phone, half a sentence; undefined for none. */
export function adviceFor({ version, isPushed }: { version: string; isPushed: boolean }): string | undefined {
  if (isPushed)
    return 'choose "SSE Only" as the notification channel of the app, then tap its button off and on';
  if (!isAtLeast(version, '1.66.2'))
    return 'update the app to 1.66.2 or newer: this one may lose received texts';
  return undefined;
}

/** The settings that the hub sets, for a version of the app. */
export function settingsFor(version: string, signingKey: string): Record<string, Record<string, unknown>> {
  return {
    // By a stream, and not by Google's push, which only the app's author can use.
    ...(isAtLeast(version, '1.53.0') && { gateway: { notification_channel: 'SSE_ONLY' } }),
    messages: {
      // In the order in which they were sent; how many may leave is the SIM's budget here.
      processing_order: 'FIFO',
      limit_period: 'Disabled',
      send_interval_min: null,
      send_interval_max: null,
      // The app forgets texts only long after nothing lists them any more, because it would send a forgotten text
      // again.
      log_lifetime_days: 30,
    },
    // Each is a look for work as well, for a phone whose stream is broken without knowing it.
    ping: { interval_seconds: 600 },
    // The last try is a week later.
    webhooks: { retry_count: 17, signing_key: signingKey },
  };
}

/** The events that the hub wants to be called for. Every version knows them. */
export const wantedEvents = ['sms:received', 'system:ping'] as const;
