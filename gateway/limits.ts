// Every bound of the gateway in one table. Tests shorten some of them; nothing else changes them.
import { idleBeforeEndMs } from '../runtime/listeners/last_answers.ts';

/** Bounds; times in milliseconds, sizes in bytes, the rest are counts. */
export interface Limits {
  /** Largest request body. */
  bodyBytes: number;
  /** A body up to this size is read to its end and dropped, so that its sender gets to read the 413. */
  drainBytes: number;
  /** All request bodies together that are in memory at a time; most come before anybody knows whose they are. */
  bodiesBytes: number;
  /** Largest request line and headers. */
  headerBytes: number;
  /** Headers of one request. */
  headers: number;
  /** Requests of one connection that may wait for the answers before theirs. */
  pipelined: number;
  /** For receiving the headers of a request, and before them for the TLS handshake. */
  headersTimeoutMs: number;
  /** For receiving a whole request. Answering it is not part of this. */
  requestTimeoutMs: number;
  /** How often the two times above are looked at. */
  timeoutCheckMs: number;
  /** How long a connection may be idle between two requests; longer than load balancers' usual 60 s. */
  keepAliveTimeoutMs: number;
  /** How long a connection may stand still inside a request or an answer; longer than the longest wait. */
  idleTimeoutMs: number;
  /** Connections beyond this are dropped. */
  connections: number;
  /** Long-polls that wait at once; beyond it a wait is treated as 0. */
  waiting: number;
  /** The same for one account, so that no account takes all places. The rate limit allows each of its keys 120. */
  waitingOfAccount: number;
  /** Items of one batch RPC. */
  batch: number;
  /** Batch RPCs in flight, for each batcher. */
  batchesInFlight: number;
  /** Items for which another batch RPC leaves while one is in flight. */
  worthAnotherBatch: number;
  /** After this long a batch in flight does not keep the next one waiting, be it as small as it may. */
  lateBatchMs: number;
  /** Keys whose items are asked for again at once, because the core found their rows locked. */
  keysAskedAgain: number;
  /** Items that wait or run in one batcher. */
  batcherItems: number;
  /** How long an item may wait for its batch to leave. */
  batcherWaitMs: number;
  /** The size of a page of texts; the core ends a page there, give or take a text. */
  pageBytes: number;
  /** Answers with texts that clients have not taken yet, or that are being read for them. */
  unreadBytes: number;
  /** The same for one account. */
  unreadBytesOfAccount: number;
  /** How long a client may take to read such an answer. */
  answerTimeoutMs: number;
  /** Unary RPCs in flight, all together. */
  callsInFlight: number;
  /** The same for one account. */
  callsInFlightOfAccount: number;
  /** Deadlines of RPCs. The core takes none above 30 s. */
  admitTimeoutMs: number;
  sendTimeoutMs: number;
  readTimeoutMs: number;
  planTimeoutMs: number;
  /** Failures of one wrong key from one address in a minute; beyond it the core is not asked. */
  failuresOfKey: number;
  /** Failures of one address in a minute; beyond it only keys that were accepted before are asked about. */
  failuresOfAddress: number;
  /** Requests of one session to the console's endpoints in a minute. */
  requestsOfSession: number;
  /** Requests of one address in a minute to endpoints that are open to anybody and ask the core for more than a look. */
  openRequestsOfAddress: number;
  /** The same of all addresses together, to one endpoint. */
  openRequests: number;
  /** How long a connection must have been idle in a stop before it is closed: its next request may be on its way. */
  idleBeforeEndMs: number;
  /** How long a stop waits for requests in flight. */
  stopTimeoutMs: number;
}

export const defaultLimits: Limits = {
  bodyBytes: 64 * 1024,
  drainBytes: 1024 * 1024,
  bodiesBytes: 128 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headers: 100,
  pipelined: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  timeoutCheckMs: 1_000,
  keepAliveTimeoutMs: 72_000,
  idleTimeoutMs: 60_000,
  connections: 40_000,
  waiting: 20_000,
  waitingOfAccount: 2_000,
  batch: 500,
  batchesInFlight: 2,
  worthAnotherBatch: 32,
  lateBatchMs: 250,
  keysAskedAgain: 100,
  batcherItems: 10_000,
  batcherWaitMs: 5_000,
  pageBytes: 1024 * 1024,
  unreadBytes: 128 * 1024 * 1024,
  unreadBytesOfAccount: 8 * 1024 * 1024,
  answerTimeoutMs: 60_000,
  callsInFlight: 2_000,
  callsInFlightOfAccount: 500,
  admitTimeoutMs: 5_000,
  sendTimeoutMs: 10_000,
  readTimeoutMs: 5_000,
  planTimeoutMs: 25_000,
  failuresOfKey: 30,
  failuresOfAddress: 300,
  requestsOfSession: 600,
  openRequestsOfAddress: 60,
  openRequests: 1_200,
  idleBeforeEndMs,
  stopTimeoutMs: 8_000,
};
