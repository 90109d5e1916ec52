// The errors of an embedded database that cannot be started.

/** One line for the person at the terminal: what is wrong and, where there is one, the remedy. */
export class EmbeddedRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedRefused';
  }
}

/** The system's code for a failed call, such as EACCES. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
