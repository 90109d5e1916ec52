// Endpoints of tenants that want to occupy whoever delivers, each in a way of its own. None of them verifies anything.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';

const ignore = () => undefined;

/** What endpoints do with the requests to a path; `count` is how many came before. */
const ways: Record<string, (response: ServerResponse, count: number) => void> = {
  'hangs from the start': ignore,
  'turns slow after quick answers': (response, count) => {
    if (count < 3) response.writeHead(200).end('ok');
  },
  'drips headers': ({ socket }) => {
    const drip = setInterval(() => {
      if (socket?.destroyed) clearInterval(drip);
      else socket?.write('x-a: 1\r\n');
    }, 200);
    socket?.write('HTTP/1.1 200 OK\r\n');
  },
  'drips its answer': (response) => {
    response.writeHead(500);
    const drip = setInterval(() => {
      if (response.destroyed) clearInterval(drip);
      else response.write('x');
    }, 200);
  },
  'answers just in time': (response) => {
    setTimeout(() => response.writeHead(200).end('ok'), 900);
  },
};

/** The names of the ways, and of the one that never completes a connection. */
export const hostileWays = [...Object.keys(ways), 'never completes a connection'] as const;

export interface HostileEnds {
  /** The address of an endpoint that goes that way. */
  urlOf(way: string, name: string): string;
  /** Requests and connections that are open now. */
  open(): number;
  stop(): Promise<void>;
}

const listen = (server: Server | SocketServer) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Starts them. */
export async function startHostileEnds(): Promise<HostileEnds> {
  const counts = new Map<string, number>();
  let open = 0;
  const count = (each: { on(event: 'close', listener: () => void): unknown }) => {
    open += 1;
    each.on('close', () => {
      open -= 1;
    });
  };
  const server = createServer((request, response) => {
    count(response);
    const { url: path = '' } = request;
    const before = counts.get(path) ?? 0;
    counts.set(path, before + 1);
    request.resume().on('end', () => ways[decodeURIComponent(path.split('/')[1] ?? '')]?.(response, before));
  });
  // Takes connections and says nothing: a handshake that is never answered.
  const silent = createSocketServer((socket) => {
    count(socket.on('error', ignore));
    socket.resume();
  });
  const [port, silentPort] = [await listen(server), await listen(silent)];
  return {
    urlOf: (way, name) =>
      way in ways
        ? `http://127.0.0.1:${port}/${encodeURIComponent(way)}/${name}`
        : `https://127.0.0.1:${silentPort}/${name}`,
    open: () => open,
    async stop() {
      server.closeAllConnections();
      server.close();
      silent.close();
    },
  };
}
