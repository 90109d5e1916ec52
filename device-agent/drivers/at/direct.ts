// Deliveries that a modem passes on without storing them: status reports, and texts that are meant for the screen only. It keeps
// nothing, so it gets its acknowledgement only once the text is durable; otherwise the network sends it again.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Sink } from '../driver.ts';
import { readIncoming } from './reading/received.ts';
import type { Session } from './session.ts';

interface DirectOptions {
  sink: Sink;
  clock: Clock;
  log: Log;
}

/** Takes one PDU of +CDS or +CMT. Never rejects. */
export async function takeDirect(
  session: Session,
  pdu: string,
  { sink, clock, log }: DirectOptions,
): Promise<void> {
  const incoming = readIncoming(pdu, clock.nowMs(), true);
  try {
    if (incoming.kind === 'receipt') await sink.receipt(incoming.receipt);
    if (incoming.kind === 'text' && (await sink.inbound(incoming.text)) === 'full') return;
    // The modem would send what nobody can read again and again.
    if (incoming.kind === 'unreadable') log.warn('the modem passed on something that cannot be read');
    if (session.acknowledges) await session.run('AT+CNMA', { urgent: true });
  } catch {
    // The journal failed, and the agent with it; or the modem is gone. The network repeats what was not acknowledged.
  }
}
