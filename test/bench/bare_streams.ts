// The bare side of the phones hub: a server of events that says each of its streams that it is open, and keeps it alive. What is
// left is what Node costs whatever is built on it.
import { createServer, type ServerResponse } from 'node:http';

const keepAliveMs = 20_000;
const streams = new Set<ServerResponse>();

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(':connected\n\n');
  streams.add(response);
  response.on('close', () => streams.delete(response));
});
setInterval(() => {
  for (const stream of streams) stream.write(':keepalive\n\n');
}, keepAliveMs);
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.({ type: 'ready' }),
);
process.once('disconnect', () => process.exit(0));
