// The targets that the service sends its alerts to.

/** The bodies of a post: plain words, as ntfy takes them, or `{"text": …}`, as Slack does. */
export const alertFormats = ['text', 'json'] as const;
export type AlertFormat = (typeof alertFormats)[number];

/** Where alerts go. */
export interface AlertTargets {
  /** The addresses that get them by mail. */
  mail: readonly string[];
  /** The address that alerts are posted to; undefined for none. */
  post: { url: string; format: AlertFormat } | undefined;
}
