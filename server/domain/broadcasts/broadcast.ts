// Broadcasts: many texts by one template.

/**
 * A draft takes rows. A running broadcast sends its rows, and is done when none waits. A paused one goes on when somebody
 * resumes it, a cancelled one never.
 */
export type BroadcastState = 'draft' | 'running' | 'paused' | 'done' | 'cancelled';

/** Where its rows came from. */
export type BroadcastSource = 'file' | 'failed';

/** Most rows of a broadcast: their numbers are 1 to this. */
export const maxBroadcastRecipients = 100_000;
/** Most rows that one call puts. */
export const maxRecipientsPut = 1_000;
/** Most broadcasts of an account that are neither done nor cancelled. */
export const maxOpenBroadcasts = 20;
/** Longest name and template, in code points. */
export const maxBroadcastName = 100;
export const maxTemplateLength = 1_600;
/** How long a draft can be started, in days; it is removed a day later. */
export const draftDays = 30;

/** What the client_refs of a broadcast's texts begin with. */
export const refPrefix = (broadcastId: bigint): string => `broadcast-${broadcastId}-`;

/** The client_ref of a row's text. */
export const recipientRef = (broadcastId: bigint, number: number): string =>
  `${refPrefix(broadcastId)}${number}`;
