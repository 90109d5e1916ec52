// What a phone's radio did, written by the radio alone. It shares nothing with the app above it nor with the program that is judged.

/** A text, or a part of one, that the network took from the phone. */
export interface SentLine {
  /** The app's name of the text. */
  id: string;
  /** As it was dialled. */
  recipient: string;
  /** The whole text. */
  words: string;
  /** The SIM's number, from 1 on. */
  sim: number;
  /** How many of its parts left, and how many it has. */
  left: number;
  parts: number;
  atMs: number;
}

/** A text that the network gave the phone. */
export interface ReceivedLine {
  sender: string;
  words: string;
  sim: number;
  /** When the network took it: whole seconds. */
  sentAtMs: number;
  atMs: number;
}

/** The radio's own book. It belongs to the handset: a reinstalled app has the same one. */
export class Ledger {
  readonly sent: SentLine[] = [];
  readonly received: ReceivedLine[] = [];

  /** How often each text left, by its words. */
  timesSent(): Map<string, number> {
    const times = new Map<string, number>();
    for (const { words } of this.sent) times.set(words, (times.get(words) ?? 0) + 1);
    return times;
  }
}
