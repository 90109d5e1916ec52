// Reasons to refuse a request before anything of it is looked at: too many headers, a Host that is missing or comes
// twice, a body whose end others may see elsewhere, and more requests on one connection than an honest client leaves
// unanswered.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest, type Refusal } from '../../errors/errors.ts';
import type { Limits } from '../../limits.ts';

/** Counts what waits on each connection. */
export function createEdgeBounds({ headers, pipelined }: Pick<Limits, 'headers' | 'pipelined'>) {
  const waiting = new WeakMap<Socket, number>();

  /** A response without a socket waits behind another one of its connection; any other costs one look here. */
  const isOneTooMany = ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    if (response.socket !== null) return false;
    const depth = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, depth);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return depth > pipelined;
  };

  return {
    /** For the server's maxHeadersCount: one more is kept than is allowed, so that a cut list is found out. */
    keptHeaders: headers + 1,

    /** The refusal of a request, after which its connection is to be closed; undefined for all but a few. */
    refuse(request: IncomingMessage, response: ServerResponse): Refusal | undefined {
      const { rawHeaders, httpVersion } = request;
      if (isOneTooMany(request, response))
        return invalidRequest(`at most ${pipelined} requests may wait on one connection`);
      if (rawHeaders.length > headers * 2)
        return invalidRequest(`a request may have at most ${headers} headers`, 431);
      let hosts = 0;
      for (let i = 0; i < rawHeaders.length; i += 2) {
        const name = rawHeaders[i] as string;
        if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
        // Node takes the last of several codings for the whole; a proxy in front may see another end of the body.
        else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
          if (request.headers['transfer-encoding']?.toLowerCase() !== 'chunked')
            return invalidRequest('Transfer-Encoding may only be chunked, once');
        }
      }
      if (httpVersion !== '1.1' && httpVersion !== '1.0') return invalidRequest('this is not HTTP/1.1');
      if (hosts > 1) return invalidRequest('the Host header comes more than once');
      if (hosts === 0 && httpVersion === '1.1') return invalidRequest('the Host header is required');
      return undefined;
    },
  };
}
