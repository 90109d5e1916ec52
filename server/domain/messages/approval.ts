// Texts that a person approves before they leave.

/** What becomes of a text that waits for a person. `withdrawn` ended otherwise: it was cancelled, or its recipient opted out. */
export type Decision = 'approved' | 'rejected' | 'expired' | 'withdrawn';

/** How long a text waits for a person, in hours. */
export const approvalHours = 24;

/** What readers are shown that such a text waits for. */
export const approvalAwaited = 'approval';

/** The beginning of the secret in a link that decides one text. */
export const approvalPrefix = 'svc_approve_';

/** What a text waits for that a restored database holds: the operator's release. */
export const awaitsRelease = 'release';
