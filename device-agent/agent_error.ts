// The agent's one failure type for people: a sentence they can act on. Anything else that is thrown is an error of
// our own. The sentence never holds a body, an address, a code or a token.

/** An error with one clear line for the operator; main prints the line, without a stack, and exits with 1. */
export class AgentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AgentError';
  }
}

/** The system's code for what went wrong with a file, such as EACCES; for one-line messages. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown error';
}
