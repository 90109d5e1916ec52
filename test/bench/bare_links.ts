// The bare side of the link: a WebSocket server that answers Hello with a Welcome. No token, no database, no pings:
// what is left is what Node and ws cost whatever is built on them.
import { createServer } from 'node:http';
import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { WebSocketServer } from 'ws';
import { CoreFrameSchema } from '../../proto/gen/textrelay/v1/device_link_pb.ts';

const welcome = toBinary(
  CoreFrameSchema,
  create(CoreFrameSchema, {
    frame: { case: 'welcome', value: { protocolVersion: 1, now: timestampFromMs(Date.now()) } },
  }),
);
const server = createServer();
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', () => socket.send(welcome));
  socket.on('error', () => {});
});
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.({ type: 'ready' }),
);
process.once('disconnect', () => process.exit(0));
