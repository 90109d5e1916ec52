// Bytes that are no HTTP request, or one that never ends: answered in the Error shape where an answer is still possible,
// then the connection is closed. Fastify never sees these.
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '../../errors/error_body.ts';
import { invalidRequest, type Refusal } from '../../errors/errors.ts';
import { edgeHeaders } from './edge_headers.ts';

/** Node's socket of a server knows the answer that is under way. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

function describe(code: string | undefined): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalidRequest('the request took too long to arrive', 408);
    case 'HPE_HEADER_OVERFLOW':
      return invalidRequest('the request line and headers are too large', 431);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return invalidRequest('the request body is too large', 413);
    default:
      return invalidRequest('this is not an HTTP request');
  }
}

/** Answers bytes that are no request, and closes. `onAnswer` gets each status that was answered. */
export function answerSocketError(
  error: Error & { code?: string },
  socket: HttpSocket,
  onAnswer: (status: number) => void,
): void {
  const answer = socket._httpMessage;
  if (answer?.req.complete && !answer.headersSent && socket.writable) {
    // The request before these bytes was a whole one: the first answer belongs to it, and ends the connection.
    answer.shouldKeepAlive = false;
    return;
  }
  const underWay = answer?.headersSent === true;
  // A client that did not get through the handshake could not read the answer.
  const isTlsError = /^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(error.code ?? '');
  if (error.code === 'ECONNRESET' || isTlsError || !socket.writable || underWay) socket.destroy();
  else onAnswer(writeRefusal(socket, describe(error.code)));
}

/** Answers a CONNECT, which Node would only hang up on: this is no proxy. */
export function answerConnect(socket: Socket, onAnswer: (status: number) => void): void {
  onAnswer(writeRefusal(socket, invalidRequest('CONNECT is not served')));
}

function writeRefusal(socket: Socket, refusal: Refusal): number {
  const { status } = refusal;
  const body = errorBody(refusal);
  socket.on('error', () => socket.destroy());
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(edgeHeaders(randomUUID(), 'encrypted' in socket)).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
  return status;
}
