// Refusals of phones. The app reads the status alone; the sentence is for people who look with other tools.

/** A refusal. */
export class Refused extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
