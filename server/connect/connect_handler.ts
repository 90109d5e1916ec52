// How a listener passes its requests to Connect, over HTTP/1.1 and HTTP/2. Connect's own adapter builds a URL of whatever
// the caller says it called us by, outside of any promise, so that a broken Host would end the process: here that
// name is never looked at, and nothing that a request makes throw reaches further than the request.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type ConnectRouterOptions,
  type ContextValues,
  createConnectRouter,
} from '@connectrpc/connect';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import type { Log } from '../../runtime/log.ts';
import { boundRequest } from './bound_requests.ts';

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;
/** The same, as Connect's types have it. */
type AnyResponse = Parameters<typeof universalResponseToNodeResponse>[1];

/** Listens to the requests of an HTTP/1.1 or HTTP/2 server. */
type ConnectHandler = (request: Request, response: Response) => void;

interface ConnectHandlerOptions extends Omit<ConnectRouterOptions, 'acceptCompression' | 'binaryOptions'> {
  routes: (router: ConnectRouter) => void;
  log: Log;
  /** The handlers' context of a request. */
  contextValues?: (request: Request) => ContextValues;
}

/** Stands for the name by which the caller calls this server; nothing here depends on it. */
const anyName = 'core';

const pathOf = ({ url = '' }: Request): string => url.split('?', 1)[0] as string;

/** Ends what cannot be answered as it should be. */
function giveUp(response: Response): void {
  if ('stream' in response) response.stream?.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

/** Makes the handler of a listener. What no route takes is 404. */
export function createConnectHandler({
  routes,
  log,
  contextValues,
  ...options
}: ConnectHandlerOptions): ConnectHandler {
  // Callers sit in the same network or say very little: compressing costs more than it saves.
  // Fields beyond our messages are not kept for as long as the request.
  const binaryOptions = { readUnknownFields: false };
  const router = createConnectRouter({ ...options, binaryOptions, acceptCompression: [] });
  routes(router);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));

  const serve = async (request: Request, response: Response): Promise<void> => {
    const handler = handlers.get(pathOf(request));
    if (!handler) {
      response.statusCode = 404;
      response.end();
      return;
    }
    // Connect would take calls of methods without side effects in the URL of a GET, where no bound is looked at before they are read.
    if (request.method !== 'POST') {
      response.statusCode = 405;
      response.setHeader('allow', 'POST');
      response.end();
      return;
    }
    request.headers[request.httpVersionMajor === 2 ? ':authority' : 'host'] = anyName;
    const asked = universalRequestFromNodeRequest(
      request,
      response as AnyResponse,
      undefined,
      contextValues?.(request),
    );
    const answer = await handler(boundRequest(asked, handler.method.input, log));
    await universalResponseToNodeResponse(answer, response as AnyResponse);
  };

  return (request, response) => {
    // A connection that breaks has no caller left to answer. Connect listens for it only until the answer is closed, and a
    // call behind another one on its connection breaks later than that.
    request.on('error', () => {});
    response.on('error', () => {});
    serve(request, response).catch((error: unknown) => {
      // The answer's way, or its caller, is gone; a handler's own errors were answered and logged before.
      log.debug({ code: Code[ConnectError.from(error).code] }, 'a call ended unanswered');
      giveUp(response);
    });
  };
}
