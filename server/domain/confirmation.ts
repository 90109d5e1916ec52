// Texts that a person confirms before they leave.

/** What becomes of a text that waits for a person. `withdrawn` ended otherwise: it was cancelled, or its recipient opted out. */
export type Decision = 'confirmed' | 'rejected' | 'expired' | 'withdrawn';

/** How long a text waits for a person, in hours. */
export const confirmationHours = 24;

/** What such a text is shown to await. */
export const confirmationAwaited = 'confirmation';

/** The beginning of the secret in a link that decides one text. */
export const confirmationPrefix = 'svc_confirm_';

/** What a text awaits that a restored database holds: the operator's release. */
export const awaitsRelease = 'release';
