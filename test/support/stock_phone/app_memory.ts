// What the app keeps on disk. A killed process leaves it as it is, a reinstalled app begins with an empty one, and a backup is a copy.

export type MessageState =
  | 'Pending'
  | 'Cancelling'
  | 'Cancelled'
  | 'Processed'
  | 'Sent'
  | 'Delivered'
  | 'Failed';

export type Content = { kind: 'text'; text: string } | { kind: 'data'; data: string; port: number };

export interface RecipientRow {
  phoneNumber: string;
  state: MessageState;
  error: string | null;
  /** States that it had. The table has one row for each, and a second one is refused (data/entities/RecipientState.kt). */
  had: MessageState[];
}

/** A text of the table `message` (data/entities/Message.kt). */
export interface MessageRow {
  rowId: number;
  id: string;
  content: Content;
  withDeliveryReport: boolean;
  simNumber: number | null;
  validUntilMs: number | null;
  scheduleAtMs: number | null;
  isEncrypted: boolean;
  priority: number;
  createdAtMs: number;
  /** As stored; what the recipients say may be ahead of it until the text is next read. */
  state: MessageState;
  partsCount: number | null;
  processedAtMs: number | null;
  recipients: RecipientRow[];
  /** When the text first had each state. */
  states: Partial<Record<MessageState, number>>;
}

/** A webhook that the server set (webhooks/db/WebHook.kt). */
export interface HookRow {
  id: string;
  url: string;
  event: string;
}

/** An event on its way to a webhook (webhooks/db/WebhookQueueEntity.kt). */
export interface QueuedHook {
  id: string;
  url: string;
  /** Undefined once the file with it is deleted. */
  payload: string | undefined;
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'permanently_failed';
  retryCount: number;
  createdAtMs: number;
  nextAttemptMs: number;
}

export type WorkKind = 'register' | 'pull' | 'settings' | 'webhooks' | 'state' | 'send' | 'queue';

/** A row of WorkManager's own database, which survives kills and reboots. */
export interface WorkRow {
  id: number;
  /** Absent for works that stand beside each other. */
  uniqueName?: string;
  kind: WorkKind;
  input?: string;
  /** Absent for a work that is done once. */
  periodMs?: number;
  backoff: { grows: 'linear' | 'exponential'; baseMs: number };
  needsNetwork: boolean;
  /** How often it was begun since it last succeeded. */
  attempts: number;
  dueMs: number;
}

/** All of it. */
export interface AppMemory {
  /** Settings, by `section.name`. */
  preferences: Record<string, unknown>;
  registration: { id: string; token: string; login: string; password?: string } | undefined;
  messages: MessageRow[];
  /** Names of received texts that were dealt with (incoming/IncomingMessagesService.kt). */
  incoming: string[];
  hooks: HookRow[];
  queue: QueuedHook[];
  works: WorkRow[];
  nextRow: number;
}

export const emptyMemory = (): AppMemory => ({
  preferences: {},
  registration: undefined,
  messages: [],
  incoming: [],
  hooks: [],
  queue: [],
  works: [],
  nextRow: 1,
});

/** What a backup of the handset holds: databases and preferences, not the works, which WorkManager keeps out of backups. */
export const backUpOf = (memory: AppMemory): AppMemory => ({ ...structuredClone(memory), works: [] });
