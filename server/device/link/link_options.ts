// The options of a link: its socket, its device, and its listeners.
import type { WebSocket } from 'ws';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { HandBack } from '../../app/messages/hand_back.ts';
import type { ReceivedText } from '../../app/messages/inbound.ts';
import type { Update } from '../../app/messages/updates.ts';
import type { TextTraces } from '../../app/tracing/text_traces.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { ReferenceBits } from '../../domain/messages/text.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { LinkedDevice } from '../reports.ts';
import type { KnownState } from '../states.ts';
import type { Greeting } from './hello.ts';
import type { IntakeShares } from './recording.ts';

/** `Link` is the link that is made with them. */
export interface LinkOptions<Link> {
  socket: WebSocket;
  device: LinkedDevice;
  clock: Clock;
  log: Log;
  failpoint: Failpoint;
  lifetimes: Lifetimes;
  /** The core's own version, at most 64 characters. */
  coreVersion: string;
  /** Width of the reference that ties the parts of a long text together. */
  referenceBits: ReferenceBits;
  traces: Pick<TextTraces, 'load' | 'note'>;
  update: Update;
  handBack: HandBack;
  receive: (text: ReceivedText) => Promise<void>;
  /** Bounds how many of the devices' reports may be under way. */
  shares: IntakeShares;
  /** Called once, with the first frame; returns false when it refused the device. */
  onHello: (link: Link, greeting: Greeting) => Promise<boolean>;
  /** Called once, after the welcome and before there is capacity: hands over what the device may hold. */
  onWelcome: (link: Link) => Promise<unknown>;
  /** A job or a problem ended, so that there is capacity for another job. */
  onCapacity: (link: Link) => void;
  /** The device reported its state; `before` is what it last reported on this link. */
  onState: (link: Link, state: KnownState, before: KnownState | undefined) => void;
  onClose: (link: Link) => void;
}
