// Texts that a person confirms before they leave.

/** What becomes of a text that waits for a person. `withdrawn` ended otherwise: it was cancelled, or its recipient opted out. */
export type Decision = 'confirmed' | 'rejected' | 'expired' | 'withdrawn';

/** How long a text waits for a person, in hours. */
export const confirmationHours = 24;

/** What readers are shown that such a text waits for. */
export const confirmationAwaited = 'confirmation';

/** The beginning of the secret in a link that decides one text. */
export const confirmationPrefix = 'svc_confirm_';

/** What a text waits for that a restored database holds: the operator's release. */
export const awaitsRelease = 'release';
