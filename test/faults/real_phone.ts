// A phone as people run it: a real agent process with the AT driver, a modem on a TCP line, a real core process in
// front of a proxy that can be cut. The modem's own log is the judge.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, ConnectError } from '@connectrpc/connect';
import { expect } from 'vitest';
import { writeIdentity } from '../../device-agent/home/identity.ts';
import { type Message, MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { toTimestamp } from '../../server/connect/proto_values.ts';
import { SimulatedModem } from '../support/modem/simulated_modem.ts';
import { pairDevice } from '../support/pairing.ts';
import { type RunningProcess, startProcess } from '../support/processes.ts';
import { type CoreUnderTest, killed, patiently } from './core_under_test.ts';
import { CuttableLine } from './cuttable_line.ts';

/** Time between two looks for things that nobody reports to us. */
const lookEveryMs = 50;

/** One account with one phone. */
export class RealPhone {
  readonly modem = new SimulatedModem({ receiptMs: 20, submitMs: 10, ackMs: 500 });
  readonly dir = mkdtempSync(join(tmpdir(), 'real-phone-'));
  readonly line: CuttableLine;
  readonly #core: CoreUnderTest;
  readonly accountId: bigint;
  readonly #server: Server;
  #agent: RunningProcess | undefined;

  private constructor(core: CoreUnderTest, accountId: bigint, server: Server, line: CuttableLine) {
    this.#core = core;
    this.accountId = accountId;
    this.#server = server;
    this.line = line;
    server.on('connection', (socket) => this.modem.connect(socket.setNoDelay()));
  }

  static async pair(core: CoreUnderTest): Promise<RealPhone> {
    const created = await core.admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
    const accountId = created.account?.id as bigint;
    const device = { device: { host: '127.0.0.1', port: core.devicePort } };
    const { deviceId, token } = await pairDevice(device, core.admin, accountId);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = await CuttableLine.to(core.devicePort);
    const phone = new RealPhone(core, accountId, server, line);
    const url = `http://127.0.0.1:${line.port}`;
    writeIdentity(phone.dir, { url, deviceId: String(deviceId), accountName: 'Test', token });
    return phone;
  }

  /** Starts the agent. With a failpoint it dies there. */
  async run(failpoint = ''): Promise<{ died: () => Promise<void> }> {
    this.#agent = await startProcess('device-agent/main.ts', ['run'], {
      TEXTRELAY_AGENT_DIR: this.dir,
      TEXTRELAY_AGENT_DRIVER: 'at-modem',
      TEXTRELAY_AGENT_SERIAL_PORT: `tcp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      ...(failpoint && { TEXTRELAY_AGENT_FAILPOINT: failpoint }),
    });
    const agent = this.#agent;
    return { died: () => killed(agent) };
  }

  async send(address: string, body: string, sendAtMs?: number): Promise<bigint> {
    const text = {
      accountId: this.accountId,
      address,
      body,
      clientRef: `${address}/${body.slice(0, 20)}`,
      ...(sendAtMs !== undefined && { sendAt: toTimestamp(sendAtMs) }),
    };
    const { results } = await patiently(() => this.#core.messages.sendMessages({ texts: [text] }));
    const outcome = results[0]?.outcome;
    if (outcome?.case !== 'accepted') throw new Error('the text was not accepted');
    return outcome.value.message?.id as bigint;
  }

  /** Cancels a text at a core, and tries again while the core is away. False when the text may have left. */
  cancel(id: bigint, core = this.#core): Promise<boolean> {
    const wanted = { accountId: this.accountId, target: { case: 'id', value: id } } as const;
    return patiently(async () => {
      try {
        await core.messages.cancelMessage(wanted);
        return true;
      } catch (error) {
        if (ConnectError.from(error).code === Code.FailedPrecondition) return false;
        throw error;
      }
    });
  }

  /**
   * All messages of the account, once no outbound one is on its way and this many came in. A modem whose terminal is
   * gone, or that restarts, throws reports away; as many texts may still wait for theirs.
   */
  async settled(inbound: number): Promise<Message[]> {
    for (;;) {
      const messages = await patiently(() => this.#list());
      const waiting = messages.filter(({ status }) => status === MessageStatus.SENT).length;
      const isLost = this.modem.waiting() === 0 && waiting <= this.modem.lost().length;
      const isOpen = ({ status }: Message) =>
        status === MessageStatus.QUEUED ||
        status === MessageStatus.SENDING ||
        (status === MessageStatus.SENT && !isLost);
      const received = messages.filter(({ status }) => status === MessageStatus.RECEIVED).length;
      if (received >= inbound && !messages.some(isOpen)) return messages;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }

  /** Resolves when the SIM is empty. */
  async simIsEmpty(): Promise<void> {
    while (this.modem.stored('SM').length > 0)
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }

  async #list(): Promise<Message[]> {
    const queries = [{ accountId: this.accountId, since: 0n, limit: 500 }];
    return (await this.#core.messages.listChanges({ queries })).pages[0]?.messages ?? [];
  }

  async throwAway(): Promise<void> {
    await this.#agent?.stop();
    this.modem.close();
    this.#server.close();
    await this.line.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Checks by the network's own log that each part of each text left the phone at most once. */
export function judgeNetwork(phone: RealPhone): Map<string, number> {
  const parts = new Map<string, number>();
  const bodies = new Map<string, number>();
  for (const { recipient, part, text } of phone.modem.submits()) {
    const name = `${recipient}/${part.total > 1 ? part.reference : text}/${part.number}`;
    parts.set(name, (parts.get(name) ?? 0) + 1);
    expect(parts.get(name), `${name} left once`).toBe(1);
    bodies.set(recipient, (bodies.get(recipient) ?? 0) + 1);
  }
  return bodies;
}
