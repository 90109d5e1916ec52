// The way to the core: calls of protobuf-es methods through grpc-js, each to the replica that stands best and has least
// under way, so that one that froze or died costs the next call nothing. It handles transport, deadlines and failures;
// ask.ts and send.ts decide which calls may be repeated.
import { isIP } from 'node:net';
import { checkServerIdentity, createSecureContext } from 'node:tls';
import type { DescMessage, DescMethod, MessageShape } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { seldom } from '../../runtime/seldom.ts';
import { keyHashHeader, sessionHeader } from '../../runtime/session_header.ts';
import { minVersion, type TlsTexts, watchTls } from '../../runtime/tls/tls_files.ts';
import { activeTrace, inSpan, isTracing, type TraceParent } from '../../runtime/tracing.ts';
import type { CoreTls } from '../config_tls.ts';
import { Counts } from '../counts.ts';
import { Refusal, refusalFrom, unavailable } from '../errors/errors.ts';
import type { CallError } from './connection.ts';
import { Replica, type Standing } from './replica.ts';
import { readErrorDetail } from './status_details.ts';
import { type Method, wireOf } from './wire.ts';

/** A call that failed without an answer of the core: its outcome is unknown. */
export class CallFailed extends Refusal {
  readonly grpcStatus: number;
  /** It never left the gateway: nothing happened. */
  readonly neverSent: boolean;
  readonly #refusesCalls: boolean;

  constructor(grpcStatus: number, { neverSent = false, refusesCalls = false } = {}) {
    const { code, message } = unavailable();
    super(code, message);
    this.name = 'CallFailed';
    this.grpcStatus = grpcStatus;
    this.neverSent = neverSent;
    this.#refusesCalls = refusesCalls;
  }

  /** True when the connection broke or takes no more calls, so that another one may answer at once. */
  get isDisconnect(): boolean {
    return this.#refusesCalls || this.grpcStatus === status.UNAVAILABLE;
  }
}

interface RpcChannelOptions {
  target: string;
  /** Cleartext when absent. */
  tls?: CoreTls | undefined;
  serviceToken: string;
  maxCallsInFlight: number;
  /** Most of them that name one account. */
  maxCallsOfAccount: number;
  clock: Clock;
  log: Log;
  /** Called for each call that failed without an answer of the core. */
  onFailure?: (method: string, grpcStatus: string) => void;
  /** Called with the state of all replicas when one changed. */
  onStandings?: (standings: readonly Standing[]) => void;
}

/** Options of a call. */
interface CallOptions {
  /** Asks the first of the replicas that stand best, however much it has under way. */
  prefersFirst?: boolean;
  /** The secret of the session on whose behalf it is made; empty for a browser without one. */
  session?: string | undefined;
  /** The SHA-256, in hex, of the key for which it is made. */
  keyHash?: string | undefined;
  /** The span that it is made in; the one under way when left out. */
  parent?: TraceParent | undefined;
  /** Further spans that it is made for. */
  links?: readonly TraceParent[];
}

interface StreamListener<O extends DescMessage> {
  onMessage(message: MessageShape<O>): void;
  /** Called once, unless the stream was cancelled. */
  onEnd(): void;
}

/** The account that a request names, where it names one. */
const accountIn = (request: object): bigint | undefined =>
  'accountId' in request && typeof request.accountId === 'bigint' && request.accountId !== 0n
    ? request.accountId
    : undefined;

const tooManyAtOnce = (most: number) =>
  new Refusal(ErrorCode.RATE_LIMITED, `an account may have at most ${most} requests under way at a gateway`, {
    retryAfterSeconds: 1,
  });

const maxMessageBytes = 16 * 1024 * 1024;

const channelOptions = {
  // A new client must have its own connection, and not the one that it replaces.
  'grpc.use_local_subchannel_pool': 1,
  // Addresses of one name take turns.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.service_config_disable_resolution': 1,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
  // A core that restarts is back within a second; the default of 1 s growing to 120 s would outlast it.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 300,
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.max_receive_message_length': maxMessageBytes,
  // A batch's answer is larger than HTTP/2's default window of 64 KiB, which would cost it extra round trips.
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  'grpc.enable_http_proxy': 0,
};

const connectErrorPeriodMs = 10_000;

export class RpcChannel {
  readonly #options: RpcChannelOptions;
  readonly #metadata = new Metadata();
  readonly #replicas: readonly Replica[];
  readonly #endTls: () => void;
  #texts: TlsTexts | undefined;
  #turn = 0;
  #inFlight = 0;
  readonly #ofAccounts = new Counts<bigint>();
  readonly #isTimeForConnectError: () => boolean;

  constructor(options: RpcChannelOptions) {
    const { tls, clock, log } = options;
    this.#options = options;
    this.#isTimeForConnectError = seldom(connectErrorPeriodMs, () => clock.nowMs());
    this.#metadata.set('authorization', `Bearer ${options.serviceToken}`);
    this.#texts = tls?.texts;
    const hasOther = (than: Replica) =>
      this.#replicas.some((replica) => replica !== than && replica.standing === 'serving');
    const onChange = () => options.onStandings?.(this.#replicas.map(({ standing }) => standing));
    this.#replicas = splitTarget(options.target).map(
      (target) => new Replica({ target, open: () => this.#open(target), clock, log, hasOther, onChange }),
    );
    this.#endTls = tls ? watchTls(tls, options, (texts) => this.#renew(texts)) : () => {};
  }

  /** Calls a method. Throws a Refusal: the core's own, or CallFailed when the core did not answer. */
  unary<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    request: MessageShape<I>,
    timeoutMs: number,
    { parent, links, ...options }: CallOptions = {},
  ): Promise<MessageShape<O>> {
    const name = `${method.parent.name}/${method.name}`;
    return inSpan({ name, kind: 'client', parent, ...(links && { links }) }, () =>
      this.#unary(method, request, timeoutMs, options),
    );
  }

  #unary<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    request: MessageShape<I>,
    timeoutMs: number,
    { prefersFirst, session, keyHash }: CallOptions,
  ): Promise<MessageShape<O>> {
    const { maxCallsInFlight, maxCallsOfAccount } = this.#options;
    if (this.#inFlight >= maxCallsInFlight) return Promise.reject(unavailable());
    const accountId = accountIn(request);
    if (accountId !== undefined) {
      if (this.#ofAccounts.of(accountId) >= maxCallsOfAccount)
        return Promise.reject(tooManyAtOnce(maxCallsOfAccount));
      this.#ofAccounts.add(accountId, 1);
    }
    this.#inFlight++;
    const deadlineMs = this.#options.clock.nowMs() + timeoutMs;
    const metadata = this.#metadata.clone();
    if (session !== undefined) metadata.set(sessionHeader, session);
    if (keyHash !== undefined) metadata.set(keyHashHeader, keyHash);
    if (isTracing()) metadata.set('traceparent', activeTrace());
    return new Promise((resolve, reject) => {
      const replica = prefersFirst ? this.#first() : this.#choose();
      replica.unary(wireOf(method), request, metadata, deadlineMs, (fault, response) => {
        this.#inFlight--;
        if (accountId !== undefined) this.#ofAccounts.add(accountId, -1);
        if (fault) reject(this.#refusal(method, fault));
        else resolve(response as MessageShape<O>);
      });
    });
  }

  /** Opens a stream of answers, without a deadline; returns a function that cancels it. */
  stream<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    request: MessageShape<I>,
    listener: StreamListener<O>,
  ): () => void {
    const call = this.#choose().stream(wireOf(method), request, this.#metadata.clone());
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      listener.onEnd();
    };
    call.on('data', (message: MessageShape<O>) => {
      if (!over) listener.onMessage(message);
    });
    call.on('error', (error: ServiceError) => {
      if (!over) this.#refusal(method, { error, neverSent: false, refusesCalls: false });
      end();
    });
    call.on('end', end);
    return () => {
      over = true;
      call.cancel();
    };
  }

  /** Ends the channel; calls in flight fail. */
  close(): void {
    this.#endTls();
    for (const replica of this.#replicas) replica.close();
  }

  /** The replica that stands best and has least under way; of equals, each in turn. */
  #choose(): Replica {
    const { length } = this.#replicas;
    this.#turn = (this.#turn + 1) % length;
    let best = this.#replicas[this.#turn] as Replica;
    for (let step = 1; step < length; step++) {
      const replica = this.#replicas[(this.#turn + step) % length] as Replica;
      if (replica.isBetterThan(best)) best = replica;
    }
    return best;
  }

  /** The first of those that stand best: the same one at every gateway, if all list them alike. */
  #first(): Replica {
    return this.#replicas.reduce((best, replica) => (replica.standsAbove(best) ? replica : best));
  }

  #renew(texts: TlsTexts): void {
    this.#texts = texts;
    for (const replica of this.#replicas) replica.replace();
  }

  #open(target: string): Client {
    const { tls } = this.#options;
    if (!tls) return new Client(target, credentials.createInsecure(), channelOptions);
    const { name } = tls;
    const context = createSecureContext({ ...this.#texts, minVersion });
    const secure = credentials.createFromSecureContext(context, {
      checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    });
    // An IP address cannot be asked for in a handshake, which would rather be warned about than left out.
    return new Client(target, secure, {
      ...channelOptions,
      'grpc.ssl_target_name_override': isIP(name) ? 'localhost' : name,
    });
  }

  #refusal(method: DescMethod, { error, neverSent, refusesCalls }: CallError): Refusal {
    const [details] = error.metadata?.get('grpc-status-details-bin') ?? [];
    const detail = details instanceof Uint8Array ? readErrorDetail(details) : undefined;
    if (detail) return refusalFrom(detail);
    const grpcStatus = status[error.code] ?? String(error.code);
    this.#options.onFailure?.(method.name, grpcStatus);
    // The text of these two comes from us or from the core's door, and says what the operator has to change.
    if (error.code === status.UNAUTHENTICATED || error.code === status.UNIMPLEMENTED)
      this.#options.log.error({ method: method.name, grpcStatus }, 'the core refuses the gateway');
    else this.#options.log.debug({ method: method.name, grpcStatus }, 'a call to the core failed');
    if (this.#options.tls && error.code === status.UNAVAILABLE) this.#logConnectError(error.details);
    return new CallFailed(error.code, { neverSent, refusesCalls });
  }

  /** Without this, a refused certificate would look like a core that is not running. The text is the transport's. */
  #logConnectError(details: string): void {
    const fault = /.*Last error: (.{1,200})/s.exec(details)?.[1];
    // A core that has not started yet, or restarts, is no problem of TLS.
    const isAway = fault === undefined || /\bE(CONN|HOST|NET|TIMED|NOTFOUND|AI_)/.test(fault);
    if (isAway || !this.#isTimeForConnectError()) return;
    this.#options.log.warn({ fault }, 'the core cannot be connected to over TLS');
  }
}

/** Each address of a target by itself: `ipv4:a,b` is two replicas, a name is one, whatever it stands for. */
const splitTarget = (target: string): string[] => {
  const [, scheme, addresses] = /^(ipv4|ipv6):(.*)$/.exec(target) ?? [];
  return addresses === undefined ? [target] : addresses.split(',').map((address) => `${scheme}:${address}`);
};
