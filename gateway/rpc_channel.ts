// One gRPC channel to the core: calls of protobuf-es methods through grpc-js, spread over the core's replicas. It
// knows transport, deadlines and failures; which call may be repeated is decided in core.ts.
import { isIP } from 'node:net';
import { checkServerIdentity, createSecureContext } from 'node:tls';
import {
  type DescMessage,
  type DescMethod,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Clock } from './clock.ts';
import type { CoreTls } from './config_tls.ts';
import { Refusal, refusalFrom, unavailable } from './errors.ts';
import type { Log } from './log.ts';
import { readErrorDetail } from './status_details.ts';
import { minVersion, type TlsTexts, watchTls } from './tls_files.ts';

/** A call that failed without a word of the core: its outcome is unknown. */
export class CallFailed extends Refusal {
  readonly grpcStatus: number;

  constructor(grpcStatus: number) {
    const { code, message } = unavailable();
    super(code, message);
    this.name = 'CallFailed';
    this.grpcStatus = grpcStatus;
  }

  /** True when the connection broke, so that another replica may answer at once. */
  get isDisconnect(): boolean {
    return this.grpcStatus === status.UNAVAILABLE;
  }
}

export interface RpcChannelOptions {
  target: string;
  /** Cleartext when absent. */
  tls?: CoreTls | undefined;
  serviceToken: string;
  maxCallsInFlight: number;
  clock: Clock;
  log: Log;
  /** Told of each call that failed without a word of the core. */
  onFailure?: (method: string, grpcStatus: string) => void;
}

/** A generated method whose request and response types are known. */
type Method<I extends DescMessage, O extends DescMessage> = DescMethod & { input: I; output: O };

export interface StreamListener<O extends DescMessage> {
  onMessage(message: MessageShape<O>): void;
  /** Called once, unless the stream was cancelled. */
  onEnd(): void;
}

const maxMessageBytes = 16 * 1024 * 1024;

const channelOptions = {
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

/** How long calls may go on in the channel of a certificate that was replaced. */
const graceMs = 30_000;
const connectFaultPeriodMs = 10_000;

export class RpcChannel {
  #client: Client;
  readonly #options: RpcChannelOptions;
  readonly #metadata = new Metadata();
  readonly #endings = new Set<() => void>();
  #inFlight = 0;
  #nextConnectFaultMs = 0;

  constructor(options: RpcChannelOptions) {
    this.#options = options;
    this.#metadata.set('authorization', `Bearer ${options.serviceToken}`);
    this.#client = this.#open(options.tls?.texts);
    if (options.tls)
      this.#endings.add(watchTls(options.tls, options, (texts) => this.#replace(this.#open(texts))));
  }

  /** Calls a method. Throws a Refusal: the core's own, or CallFailed when it did not say a word. */
  unary<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    request: MessageShape<I>,
    timeoutMs: number,
  ): Promise<MessageShape<O>> {
    if (this.#inFlight >= this.#options.maxCallsInFlight) return Promise.reject(unavailable());
    this.#inFlight++;
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        pathOf(method),
        serializer(method.input),
        deserializer(method.output),
        request,
        this.#metadata.clone(),
        { deadline: this.#options.clock.nowMs() + timeoutMs },
        (error, response) => {
          this.#inFlight--;
          if (error) reject(this.#refusal(method, error));
          else resolve(response as MessageShape<O>);
        },
      );
    });
  }

  /** Opens a stream of answers, without a deadline; answers a function that cancels it. */
  stream<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    request: MessageShape<I>,
    listener: StreamListener<O>,
  ): () => void {
    const call = this.#client.makeServerStreamRequest(
      pathOf(method),
      serializer(method.input),
      deserializer(method.output),
      request,
      this.#metadata.clone(),
    );
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
      if (!over) this.#refusal(method, error);
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
    for (const end of this.#endings) end();
    this.#client.close();
  }

  #open(texts: TlsTexts | undefined): Client {
    const { target, tls } = this.#options;
    if (!tls) return new Client(target, credentials.createInsecure(), channelOptions);
    const { name } = tls;
    const secure = credentials.createFromSecureContext(createSecureContext({ ...texts, minVersion }), {
      checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    });
    // An IP address can't be asked for in a handshake, which would rather be warned about than left out.
    return new Client(target, secure, {
      ...channelOptions,
      'grpc.ssl_target_name_override': isIP(name) ? 'localhost' : name,
    });
  }

  /** New calls take the new client; those under way end in the one before. */
  #replace(client: Client): void {
    const before = this.#client;
    this.#client = client;
    const end = () => {
      cancel();
      this.#endings.delete(end);
      before.close();
    };
    const cancel = this.#options.clock.setTimeout(end, graceMs);
    this.#endings.add(end);
  }

  #refusal(method: DescMethod, error: ServiceError): Refusal {
    const [details] = error.metadata?.get('grpc-status-details-bin') ?? [];
    const detail = details instanceof Uint8Array ? readErrorDetail(details) : undefined;
    if (detail) return refusalFrom(detail);
    const grpcStatus = status[error.code] ?? String(error.code);
    this.#options.onFailure?.(method.name, grpcStatus);
    // The text of these two comes from us or the core's door and tells the operator what to set right.
    if (error.code === status.UNAUTHENTICATED || error.code === status.UNIMPLEMENTED)
      this.#options.log.error({ method: method.name, grpcStatus }, 'the core refuses the gateway');
    else this.#options.log.debug({ method: method.name, grpcStatus }, 'a call to the core failed');
    if (this.#options.tls && error.code === status.UNAVAILABLE) this.#logConnectFault(error.details);
    return new CallFailed(error.code);
  }

  /** A certificate that is refused would otherwise be a core that is merely not there. The text is the transport's. */
  #logConnectFault(details: string): void {
    const { clock, log } = this.#options;
    const fault = /.*Last error: (.{1,200})/s.exec(details)?.[1];
    // One that is not there yet, or is being started anew, is no matter of TLS.
    const isAway = fault === undefined || /\bE(CONN|HOST|NET|TIMED|NOTFOUND|AI_)/.test(fault);
    if (isAway || clock.nowMs() < this.#nextConnectFaultMs) return;
    this.#nextConnectFaultMs = clock.nowMs() + connectFaultPeriodMs;
    log.warn({ fault }, 'the core can not be connected to over TLS');
  }
}

const pathOf = (method: DescMethod) => `/${method.parent.typeName}/${method.name}`;

const serializer =
  <I extends DescMessage>(schema: I) =>
  (message: MessageShape<I>): Buffer => {
    const bytes = toBinary(schema, message);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };

const deserializer =
  <O extends DescMessage>(schema: O) =>
  (bytes: Buffer): MessageShape<O> =>
    fromBinary(schema, bytes);
