// What the plain SMSC is asked to do, and what it reports: messages between its process and a test.

/** A misfortune, once, at the nth submit from when it was planned. */
export interface Strike {
  nth: number;
  /** Before it is taken: it never left. After it: it left and no answer is sent. Inside the answer: half of it is sent. */
  at: 'before_taken' | 'after_taken' | 'inside_answer' | 'after_answer';
  /** The connection is reset; or the whole SMSC dies. */
  action: 'drop' | 'die';
}

/** How it answers from now on. */
export interface Plan {
  /** When the receipt of a part leaves: with or before the answer to its submit, after it, or never. */
  receipts?: 'before' | 'after' | 'never';
  /** How long after the answer, in milliseconds. */
  receiptMs?: number;
  /** How late submits are answered, in milliseconds. */
  answerMs?: number;
  /** This many of the next submits are refused with a command_status. */
  refuse?: { status: number; times: number };
  /** Each nth delivery that was acknowledged goes out a second time. */
  twice?: number;
  strike?: Strike;
}

/** A text that somebody sends to a number of the carrier, in one part or several. */
export interface Incoming {
  /** Given once: what is asked for twice comes in once. */
  name: string;
  from: string;
  to: string;
  parts: readonly string[];
}

/** What a test asks for. */
export type Order =
  | { order: 'plan'; plan: Plan }
  | { order: 'deliver'; texts: readonly Incoming[] }
  /** To these recipients every submit is refused for now; all others are taken again. */
  | { order: 'busy'; recipients: readonly string[] }
  /** Acknowledged texts are reported from now on. */
  | { order: 'report' }
  | { order: 'look' };

/** How it is. */
export interface Look {
  bound: number;
  /** Submits that were taken, and those that were refused, since it was started. */
  taken: number;
  refused: number;
  /** Receipts and texts that were acknowledged since it was started, and those that still wait for that. */
  receiptsReceived: number;
  unacknowledged: number;
}

/** What it reports: the answer to an order, that it was struck, or which text was acknowledged. */
export type Report =
  | { type: 'ready' }
  | { type: 'struck' }
  | { type: 'received'; name: string }
  | ({ type: 'look' } & Look);
