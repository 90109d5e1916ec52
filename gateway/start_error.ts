// One clear line for each way in which a start fails.
import { describeListenError, type SystemError } from '../runtime/listeners/listen_error.ts';

/** A sentence for the person at the terminal; never a stack. */
export function describeStartError(thrown: unknown): string {
  const error = (thrown ?? {}) as SystemError;
  const { code, message } = error;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot listen: the host name cannot be resolved (${code})`;
    default:
      return describeListenError(error) ?? `cannot start: ${message ?? 'unknown error'}`;
  }
}
