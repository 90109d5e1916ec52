// Why the one-command start gave up.

/** What the person at the terminal sees: usually one line, and never a stack. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefused';
  }
}
