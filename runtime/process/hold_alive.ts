// Keeps a process from ending while it only waits. The clock's timers do not keep it alive, and neither does an adopted
// process, which is no child.
import { MessageChannel } from 'node:worker_threads';

/** Holds this process alive until the answered function is called; safe to call twice. */
export function holdAlive(): () => void {
  const { port1 } = new MessageChannel();
  port1.on('message', () => {});
  return () => port1.close();
}
