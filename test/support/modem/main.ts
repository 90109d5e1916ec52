// The simulated modem as a program: `node main.ts '{"tcp":true,"modem":{"logFile":"..."}}'`. Its first line names its
// addresses; then it takes requests as JSON lines, and ends with its input.
import { createInterface } from 'node:readline';
import { type Addresses, type Answer, controls, type ProgramForm, type Request } from './controls.ts';
import type { FaultPlan } from './faults.ts';
import { servePty } from './serve_pty.ts';
import { type ServedLine, serveTcp } from './serve_tcp.ts';
import { SimulatedModem } from './simulated_modem.ts';

const print = (line: Answer | { addresses: Addresses }) => process.stdout.write(`${JSON.stringify(line)}\n`);

function carryOut(modem: SimulatedModem, { id, call, args = [] }: Request): void {
  try {
    if (call === 'planFault') {
      void modem.planFault(args[0] as FaultPlan).then(() => print({ id, struck: true }));
      print({ id, ok: null });
      return;
    }
    if (!controls.includes(call)) throw new Error(`there is no call ${call}`);
    const method = modem[call] as (...args: unknown[]) => unknown;
    print({ id, ok: method.apply(modem, args) ?? null });
  } catch (error) {
    print({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

const form = JSON.parse(process.argv[2] ?? '{"tcp":true}') as ProgramForm;
const modem = new SimulatedModem(form.modem);

/** A modem has one line: the first way that is asked for is the only one. */
async function serve({ tcp, unix, pty }: ProgramForm): Promise<[Addresses, ServedLine]> {
  if (pty !== undefined) {
    const line = await servePty(modem, pty);
    return [{ pty: line.address }, line];
  }
  if (unix !== undefined) {
    const line = await serveTcp(modem, { path: unix });
    return [{ unix: line.address }, line];
  }
  const line = await serveTcp(modem, typeof tcp === 'number' ? { port: tcp } : {});
  return [{ tcp: line.address }, line];
}

const [addresses, line] = await serve(form);
print({ addresses });

for await (const request of createInterface({ input: process.stdin })) {
  if (request.trim() !== '') carryOut(modem, JSON.parse(request) as Request);
}
modem.close();
await line.close();
