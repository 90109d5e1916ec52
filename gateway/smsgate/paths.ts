// The paths of the interface.

export const base = '/3rdparty/v1';

/** Messages and devices have an older path as well. */
export const messagePaths = [`${base}/messages`, `${base}/message`] as const;
export const devicePaths = [`${base}/devices`, `${base}/device`] as const;
export const webhookPath = `${base}/webhooks`;
