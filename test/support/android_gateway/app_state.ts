// What the app keeps on the phone: texts to send, received ones, webhooks, and what went out over its radio. Written
// from the app's published interface (see device-agent/drivers/android/phone_api.ts for the sources); it survives a
// reboot, and is gone when the app is installed anew. It knows nothing of HTTP.

/** States of a text, as the app calls them. */
export type AppTextState = 'Pending' | 'Processed' | 'Sent' | 'Delivered' | 'Failed' | 'Cancelled';

/** A text at the phone. */
export interface AppText {
  id: string;
  text: string;
  address: string;
  sim: number | undefined;
  /** By the phone's clock. */
  validUntilMs: number | undefined;
  state: AppTextState;
  error: string | null;
  /** When it came into each state, by the phone's clock. */
  states: Map<AppTextState, number>;
}

/** What the radio sent: the judge of "at most once". */
export interface RadioLine {
  id: string;
  address: string;
  text: string;
  sim: number | undefined;
}

/** A received text in the app's list. */
export interface AppReceived {
  id: string;
  sender: string;
  text: string;
  createdAtMs: number;
  sim: number | null;
}

/** A registered webhook. */
export interface AppWebhook {
  id: string;
  url: string;
  event: string;
}

/** A table as docs/features/status-tracking.md draws it: Failed is final, Delivered may still fail. */
const reachable: Record<AppTextState, readonly AppTextState[]> = {
  Pending: ['Processed', 'Sent', 'Delivered', 'Failed', 'Cancelled'],
  Cancelled: ['Sent', 'Delivered', 'Failed'],
  Processed: ['Sent', 'Delivered', 'Failed'],
  Sent: ['Delivered', 'Failed'],
  Delivered: ['Failed'],
  Failed: [],
};

/** The app's data. */
export class AppState {
  /** The app's id of itself. */
  deviceId: string;
  readonly texts = new Map<string, AppText>();
  readonly received: AppReceived[] = [];
  readonly webhooks = new Map<string, AppWebhook>();

  constructor(deviceId: string) {
    this.deviceId = deviceId;
  }

  /** Queues a text; false when the id is known, whatever else is said. */
  enqueue(text: Omit<AppText, 'state' | 'error' | 'states'>, nowMs: number): boolean {
    if (this.texts.has(text.id)) return false;
    this.texts.set(text.id, {
      ...text,
      state: 'Pending',
      error: null,
      states: new Map([['Pending', nowMs]]),
    });
    return true;
  }

  /** Moves a text on; false when the app would not. */
  move(id: string, state: AppTextState, nowMs: number, error: string | null = null): boolean {
    const text = this.texts.get(id);
    if (text === undefined || !reachable[text.state].includes(state)) return false;
    text.state = state;
    text.error = error;
    text.states.set(state, nowMs);
    return true;
  }
}
