// Wireshark's dissector of GSM texts: any number of TPDUs through one run, each as the fields that it shows.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasProgram } from '../support/programs.ts';

/** Whether the dissector is installed. */
export const hasDissector = hasProgram('tshark') && hasProgram('text2pcap');

/** A TPDU: `I` as a phone sends it, `O` as the network does. */
export interface Packet {
  direction: 'I' | 'O';
  tpdu: Uint8Array;
}

/** Values by field name without `gsm_sms.`; those of the two stamps under `sent.` and `discharged.`. */
export type Fields = Record<string, string | undefined>;

const deadline = { timeout: 60_000, killSignal: 'SIGKILL', maxBuffer: 200_000_000 } as const;
const run = promisify(execFile);

const hexDump = ({ direction, tpdu }: Packet) =>
  `${direction}\n0000 ${[...tpdu].map((octet) => octet.toString(16).padStart(2, '0')).join(' ')}\n`;

/** What the dissector makes of each, in order. Parts are shown one by one, not joined. */
export async function dissect(packets: readonly Packet[]): Promise<Fields[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pdu-judge-'));
  try {
    const capture = join(folder, 'capture.pcapng');
    const child = spawn('text2pcap', ['-q', '-D', '-P', 'gsm_sms', '-', capture], {
      ...deadline,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end(packets.map(hexDump).join(''));
    await once(child, 'close');
    const read = (...format: string[]) =>
      run('tshark', ['-r', capture, '-o', 'gsm_sms.reassemble:FALSE', '-J', 'gsm_sms', ...format], deadline);
    const [json, pdml] = await Promise.all([read('-T', 'json'), read('-T', 'pdml')]);
    const shown = pdml.stdout.split('</packet>').map(zonesIn);
    const layers = (JSON.parse(json.stdout) as { _source: { layers: Layer } }[]).map((one) => one._source);
    return layers.map(({ layers: { gsm_sms } }, index) => ({ ...flatten(gsm_sms), ...shown[index] }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Layer {
  [name: string]: string | Layer | undefined;
}

const prefixes = new Map([
  ['TP-Service-Centre-Time-Stamp', 'sent.'],
  ['TP-Discharge-Time', 'discharged.'],
]);

function flatten(layer: string | Layer | undefined, prefix = ''): Fields {
  if (typeof layer !== 'object') return {};
  return Object.fromEntries(
    Object.entries(layer).flatMap(([name, value]) =>
      typeof value === 'object'
        ? Object.entries(flatten(value, prefixes.get(name) ?? prefix))
        : [[prefix + name.replace('gsm_sms.', ''), value]],
    ),
  );
}

/** Minutes of the stamps' zones, whose sign is only in words: "Timezone: GMT - 5 hours 30 minutes". */
function zonesIn(packet: string): Fields {
  const [sent, discharged] = [...packet.matchAll(/GMT ([+-]) (\d+) hours (\d+) minutes/g)].map(
    ([, sign, hours, minutes]) => `${Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) + 0}`,
  );
  return { 'sent.zone': sent, 'discharged.zone': discharged };
}
