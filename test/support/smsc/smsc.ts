// An SMSC that tests script: SMPP 3.4 over real sockets, cleartext or TLS. It binds whoever a test allows,
// answers each submit_sm as the test says, and can misbehave in every way that the session must survive.
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { until } from '../../../runtime/testing/until.ts';
import type { Bind } from '../../../server/carrier/smpp/pdu/pdu.ts';
import type { Pem } from '../certificates.ts';
import { SmscSession } from './smsc_session.ts';
import type { BindVerdict, ReceivedSubmit, SubmitAnswer } from './verdicts.ts';

export interface SmscOptions {
  /** Speaks TLS with this certificate; cleartext when left out. */
  tls?: Pem;
  /** The port to listen on, to come back on the same; any when left out. */
  port?: number;
  /** What becomes of a bind; accepted when left out. May be changed while it runs. */
  onBind?: (bind: Bind, session: SmscSession) => BindVerdict;
  /** What becomes of a submit; accepted without a receipt when left out. May be changed while it runs. */
  onSubmit?: (submit: ReceivedSubmit) => SubmitAnswer;
}

/** Everything that connects, and everything that was submitted. */
export class Smsc {
  onBind: NonNullable<SmscOptions['onBind']>;
  onSubmit: NonNullable<SmscOptions['onSubmit']>;
  /** All connections ever made, the oldest first. */
  readonly sessions: SmscSession[] = [];
  /** All submit_sm ever received, whatever became of them, in the order of their arrival. */
  readonly submits: ReceivedSubmit[] = [];
  /** The names that submits were accepted under, in the order in which they were given. */
  readonly ids: string[] = [];
  readonly #server: Server;
  #nextId = 1;

  private constructor(options: SmscOptions) {
    this.onBind = options.onBind ?? (() => 'accept');
    this.onSubmit = options.onSubmit ?? (() => ({ kind: 'accept' }));
    const take = (socket: Socket) => this.sessions.push(new SmscSession(socket, this));
    this.#server = options.tls ? createTlsServer(options.tls, take) : createTcpServer(take);
    this.#server.on('tlsClientError', () => {});
  }

  static async start(options: SmscOptions = {}): Promise<Smsc> {
    const smsc = new Smsc(options);
    await new Promise<void>((resolve, reject) => {
      smsc.#server.on('error', reject);
      smsc.#server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return smsc;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Connections that are bound now. */
  get bound(): SmscSession[] {
    return this.sessions.filter((session) => session.isBound);
  }

  /** The newest bound connection, once at least `count` have been bound at the same time. */
  async whenBound(count = 1): Promise<SmscSession> {
    await until(() => this.bound.length >= count);
    return this.bound.at(-1) as SmscSession;
  }

  /** Resolves once that many submits have arrived since the start. */
  async whenSubmitted(count: number): Promise<ReceivedSubmit[]> {
    await until(() => this.submits.length >= count);
    return this.submits;
  }

  /** A name that no other submit got. */
  newId(): string {
    return `mc-${this.#nextId++}`;
  }

  /** Cuts all connections with a reset; new ones are taken. */
  dropAll(): void {
    for (const session of this.sessions) if (!session.isClosed) session.drop();
  }

  /** Cuts everything and listens no more. */
  async close(): Promise<void> {
    this.dropAll();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
