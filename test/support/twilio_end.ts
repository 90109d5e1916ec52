// An endpoint as a program written for Twilio has it: Twilio's own package judges each request's signature.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';

/** A request whose signature was right. */
export interface TwilioRequest {
  /** Where it was sent to, with what follows the question mark. */
  path: string;
  params: Record<string, string>;
}

export interface TwilioEnd {
  /** Ends with a slash. */
  url: string;
  requests: TwilioRequest[];
  /** Requests that the package refused. */
  refused: string[];
  /** Answers a request; what it does not end stays open. */
  answer: (response: ServerResponse, request: TwilioRequest) => void;
  /** The statuses that were posted to a path, in order. */
  statusesAt(path: string): string[];
  stop(): Promise<void>;
}

/** Answers nothing to be done. */
export const takeTwilio: TwilioEnd['answer'] = (response) =>
  response.writeHead(200, { 'content-type': 'text/xml' }).end('<Response/>');

/** Starts an endpoint whose program has `token`. */
export async function startTwilioEnd(token: string): Promise<TwilioEnd> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const params = Object.fromEntries(new URLSearchParams(body));
      const path = request.url ?? '';
      const signature = String(request.headers['x-twilio-signature']);
      const isSigned = twilio.validateRequest(token, signature, `${end.url.slice(0, -1)}${path}`, params);
      const isForm = /^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? '');
      if (!isSigned || !isForm) {
        end.refused.push(`${path} ${body}`);
        response.writeHead(403).end();
        return;
      }
      const received = { path, params };
      end.requests.push(received);
      end.answer(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end: TwilioEnd = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: [],
    refused: [],
    answer: takeTwilio,
    statusesAt: (path) =>
      end.requests.filter((each) => each.path === path).map(({ params }) => params.MessageStatus ?? ''),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return end;
}
