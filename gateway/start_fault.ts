// One clear line for each way in which a start fails.
import { describeListenFault, type SystemFault } from '../runtime/listeners/listen_fault.ts';

/** A sentence for the person at the terminal; never a stack. */
export function describeStartFault(error: unknown): string {
  const fault = (error ?? {}) as SystemFault;
  const { code, message } = fault;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot listen: the host's name is not known (${code})`;
    default:
      return describeListenFault(fault) ?? `cannot start: ${message ?? 'unknown fault'}`;
  }
}
