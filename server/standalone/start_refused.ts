// Why the one-command start gave up.

/** The words at the terminal: usually one line, and never a stack. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefused';
  }
}
