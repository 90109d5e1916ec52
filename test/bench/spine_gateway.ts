// The bare spine's first half: HTTP in, one gRPC call carrying what arrived while the last one ran, JSON out. No
// validation, no admission, no documented shape.
import { createServer } from 'node:http';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials } from '@grpc/grpc-js';
import { createCoreBatcher } from '../../gateway/core_client/batcher.ts';
import { type OutboundText, OutboundTextSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  type AcceptedText,
  SendMessagesRequestSchema,
  type SendMessagesResponse,
  SendMessagesResponseSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';

const [corePort = '0', port = '0'] = process.argv.slice(2);
const client = new Client(`127.0.0.1:${corePort}`, credentials.createInsecure());

const call = (texts: OutboundText[]) =>
  new Promise<SendMessagesResponse>((resolve, reject) => {
    client.makeUnaryRequest(
      '/textrelay.v1.MessageService/SendMessages',
      (request: Parameters<typeof toBinary<typeof SendMessagesRequestSchema>>[1]) =>
        Buffer.from(toBinary(SendMessagesRequestSchema, request)),
      (bytes: Buffer) => fromBinary(SendMessagesResponseSchema, bytes),
      create(SendMessagesRequestSchema, { texts }),
      (error, response) => (error ? reject(error) : resolve(response as SendMessagesResponse)),
    );
  });

const send = createCoreBatcher<OutboundText, AcceptedText>({
  maxBatch: 500,
  maxInFlight: 2,
  worthAnother: 32,
  lateMs: 250,
  maxItems: 10_000,
  maxWaitMs: 10_000,
  clock: systemClock,
  run: async (texts) => (await call(texts)).results.map(({ outcome }) => outcome.value as AcceptedText),
});

const server = createServer((request, response) => {
  let json = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    json += part;
  });
  request.on('end', () => {
    const { address, body } = JSON.parse(json);
    const accountId = BigInt(1 + Math.floor(Math.random() * 100));
    send(create(OutboundTextSchema, { accountId, address, body })).then(
      ({ message }) => {
        const answer = JSON.stringify({ id: Number(message?.id), address, body });
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(answer),
        });
        response.end(answer);
      },
      () => response.writeHead(503, { 'content-length': 0 }).end(),
    );
  });
});
server.listen(Number(port), '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.once('disconnect', () => process.exit(0));
