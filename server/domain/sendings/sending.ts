// Sendings: many texts by one template.

/**
 * A draft takes rows. A running sending sends its rows, and is done when none waits. A paused one goes on when somebody
 * resumes it, a cancelled one never.
 */
export type SendingState = 'draft' | 'running' | 'paused' | 'done' | 'cancelled';

/** Where its rows came from. */
export type SendingSource = 'file' | 'failed';

/** Most rows of a sending: their numbers are 1 to this. */
export const maxSendingRows = 100_000;
/** Most rows that one call puts. */
export const maxRowsPut = 1_000;
/** Most sendings of an account that are neither done nor cancelled. */
export const maxOpenSendings = 20;
/** Longest name and template, in code points. */
export const maxSendingName = 100;
export const maxTemplateLength = 1_600;
/** How long a draft can be started, in days; it is removed a day later. */
export const draftDays = 30;

/** What the client_refs of a sending's texts begin with. */
export const refPrefix = (sendingId: bigint): string => `sending-${sendingId}-`;

/** The client_ref of a row's text. */
export const rowRef = (sendingId: bigint, number: number): string => `${refPrefix(sendingId)}${number}`;
