// Everything that our side writes to an SMSC, caught on its way, and what Wireshark's dissector of SMPP makes
// of it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Forwards connections and keeps what the near side wrote. */
export class SmppTap {
  /** What each connection wrote, in the order in which they were made. */
  readonly written: Buffer[][] = [];
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>, written: Buffer[][]) {
    this.#server = server;
    this.#sockets = sockets;
    this.written = written;
    this.port = (server.address() as { port: number }).port;
  }

  static async to(port: number): Promise<SmppTap> {
    const sockets = new Set<Socket>();
    const written: Buffer[][] = [];
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      const chunks: Buffer[] = [];
      written.push(chunks);
      near.on('data', (chunk) => chunks.push(chunk));
      near.pipe(far);
      far.pipe(near);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => sockets.delete(socket));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SmppTap(server, sockets, written);
  }

  /** What was written, PDU by PDU. */
  get pdus(): Buffer[] {
    return this.written.flatMap((chunks) => {
      const octets = Buffer.concat(chunks);
      const pdus: Buffer[] = [];
      for (let at = 0; at < octets.length; at += octets.readUInt32BE(at))
        pdus.push(octets.subarray(at, at + octets.readUInt32BE(at)));
      return pdus;
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Values by field name without `smpp.`; nothing where a PDU lacks the field. */
export type Fields = Record<string, string | undefined>;

export interface Dissected {
  fields: Fields;
  /** Its optional parameters, in order: tag and value. */
  parameters: [string, string][];
  /** Its header of user data, by the names of the dissector for GSM texts. */
  header: Fields;
  /** What the dissector complains of. */
  complaints: string[];
}

const run = promisify(execFile);
const deadline = { timeout: 60_000, killSignal: 'SIGKILL', maxBuffer: 200_000_000 } as const;

/** What the dissector makes of packets of one TCP stream. */
async function show<T>(
  packets: readonly Buffer[],
  format: string[],
  read: (output: string) => T,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'smpp-judge-'));
  try {
    const capture = join(folder, 'capture.pcapng');
    const child = spawn('text2pcap', ['-q', '-T', '40000,2775', '-', capture], {
      ...deadline,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end(
      packets.map((packet) => `0000 ${packet.toString('hex').replace(/../g, '$& ')}\n`).join(''),
    );
    await once(child, 'close');
    const options = ['-d', 'tcp.port==2775,smpp', '-o', 'smpp.decode_sms_over_smpp:GSM 7-bit'];
    const { stdout } = await run('tshark', ['-r', capture, ...options, ...format], deadline);
    return read(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Layer {
  [name: string]: string | Layer | (string | Layer)[] | undefined;
}

/** Each PDU as the dissector shows it, in order. */
export function dissect(pdus: readonly Buffer[]): Promise<Dissected[]> {
  const layers = ['-T', 'json', '--no-duplicate-keys', '-J', 'smpp gsm_sms_ud _ws.malformed _ws.expert data'];
  return show(pdus, layers, (output) =>
    (JSON.parse(output) as { _source: { layers: Layer } }[]).map(({ _source: { layers } }) => {
      const { 'smpp.opt_params': optional, ...smpp } = (layers.smpp ?? {}) as Layer;
      const complaints = [layers, smpp].flatMap(
        (layer) => JSON.stringify(layer).match(/"_ws\.expert\.message":"[^"]*"/g) ?? [],
      );
      if (layers.smpp === undefined || layers.data !== undefined) complaints.push('it is no PDU');
      const parameters = [
        ((optional as Layer | undefined)?.['smpp.opt_param'] ?? []) as Layer | Layer[],
      ].flat();
      return {
        fields: flatten(smpp),
        parameters: parameters.map(readParameter),
        header: flatten(layers.gsm_sms_ud),
        complaints,
      };
    }),
  );
}

/** The commands of all PDUs in a stream that is cut anywhere. */
export function commandsIn(stream: readonly Buffer[], size: number): Promise<string[]> {
  const octets = Buffer.concat(stream);
  const packets = Array.from({ length: Math.ceil(octets.length / size) }, (_, index) =>
    octets.subarray(index * size, (index + 1) * size),
  );
  return show(packets, ['-T', 'fields', '-E', 'aggregator=,', '-e', 'smpp.command_id'], (output) =>
    output.split(/[\n,]/).filter((command) => command !== ''),
  );
}

function flatten(layer: Layer[string]): Fields {
  if (typeof layer !== 'object' || Array.isArray(layer)) return {};
  return Object.fromEntries(
    Object.entries(layer).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[name.replace(/^(smpp|gsm_sms)\./, ''), value]]
        : Object.entries(flatten(value)),
    ),
  );
}

const readParameter = (parameter: Layer): [string, string] => {
  const { 'smpp.opt_param_tag': tag, 'smpp.opt_param_len': _length, ...rest } = parameter;
  const value = Object.entries(rest).find(([name]) => !name.includes('text'))?.[1];
  return [String(tag), String(value).replaceAll(':', '')];
};
