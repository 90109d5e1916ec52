// ModemManager's objects as this driver sees them: its modems and their texts, and what can be asked of them
// (ModemManager D-Bus interfaces 1.x). It decides nothing.
import type { Bus } from './bus.ts';
import { variant } from './wire.ts';

const service = 'org.freedesktop.ModemManager1';
const root = '/org/freedesktop/ModemManager1';
const modemInterface = `${service}.Modem`;
const messagingInterface = `${service}.Modem.Messaging`;
const smsInterface = `${service}.Sms`;

/** MMModemState. */
export const modemState = {
  failed: -1,
  initializing: 1,
  locked: 2,
  disabled: 3,
  enabling: 5,
  registered: 8,
} as const;
/** MMModemLock. */
export const modemLock = { unknown: 0, none: 1, simPin: 2 } as const;
/** MMSmsState. */
export const smsState = { unknown: 0, stored: 1, receiving: 2, received: 3, sending: 4, sent: 5 } as const;
/** MMSmsPduType. */
export const pduType = { deliver: 1, submit: 2, statusReport: 3 } as const;

/** A modem. */
export interface FoundModem {
  path: string;
  /** Whatever names it: object path, IMEI, identifier, device. */
  names: string[];
  model: string;
  state: number;
  /** MMModemStateFailedReason: 2 is a missing SIM, 3 one that failed. */
  failedReason: number;
  lock: number;
  sim: string | undefined;
  signalPercent: number | undefined;
  operator: string;
  /** Paths of its texts; undefined while it has no interface for texts. */
  messages: string[] | undefined;
}

/** A text. */
export interface FoundSms {
  path: string;
  kind: number;
  state: number;
  number: string;
  text: string;
  stamp: string;
  reference: number;
  /** TP-ST of a report; 256: none. */
  deliveryState: number;
}

type Properties = Map<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** ModemManager behind a connection. Everything rejects as a call does. */
export class Daemon {
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Every modem, in order of their paths. */
  async listModems(): Promise<FoundModem[]> {
    const [objects] = await this.#call(root, 'org.freedesktop.DBus.ObjectManager', 'GetManagedObjects');
    const modems: FoundModem[] = [];
    for (const [path, interfaces] of objects as Map<string, Map<string, Properties>>) {
      const modem = interfaces.get(modemInterface);
      if (modem === undefined) continue;
      const network = interfaces.get(`${modemInterface}.Modem3gpp`);
      const messages = interfaces.get(messagingInterface)?.get('Messages');
      const [percent, isRecent] = (modem.get('SignalQuality') as unknown[] | undefined) ?? [];
      const sim = text(modem.get('Sim'));
      const named = ['EquipmentIdentifier', 'DeviceIdentifier', 'Device', 'PrimaryPort'];
      modems.push({
        path,
        names: [path, ...named.map((name) => text(modem.get(name)))].filter((name) => name !== ''),
        model: `${text(modem.get('Manufacturer'))} ${text(modem.get('Model'))}`,
        state: number(modem.get('State'), 0),
        failedReason: number(modem.get('StateFailedReason'), 0),
        lock: number(modem.get('UnlockRequired'), modemLock.unknown),
        sim: sim.startsWith(root) ? sim : undefined,
        signalPercent:
          typeof percent === 'number' && (percent > 0 || isRecent === true) ? percent : undefined,
        operator: text(network?.get('OperatorName')),
        messages: Array.isArray(messages) ? (messages as string[]) : undefined,
      });
    }
    return modems.sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
  }

  async readSms(path: string): Promise<FoundSms> {
    const [all] = await this.#call(path, 'org.freedesktop.DBus.Properties', 'GetAll', 's', [smsInterface]);
    const properties = all as Properties;
    return {
      path,
      kind: number(properties.get('PduType'), 0),
      state: number(properties.get('State'), 0),
      number: text(properties.get('Number')),
      text: text(properties.get('Text')),
      stamp: text(properties.get('Timestamp')),
      reference: number(properties.get('MessageReference'), -1),
      deliveryState: number(properties.get('DeliveryState'), 256),
    };
  }

  /** Makes a text without sending it; returns its path. */
  async createSms(modem: string, to: string, body: string): Promise<string> {
    const fields = [
      ['number', variant('s', to)],
      ['text', variant('s', body)],
      ['delivery-report-request', variant('b', true)],
    ];
    const [path] = await this.#call(modem, messagingInterface, 'Create', 'a{sv}', [fields]);
    return text(path);
  }

  async sendSms(path: string, timeoutMs: number): Promise<void> {
    await this.#call(path, smsInterface, 'Send', '', [], timeoutMs);
  }

  async deleteSms(modem: string, path: string): Promise<void> {
    await this.#call(modem, messagingInterface, 'Delete', 'o', [path]);
  }

  async enable(modem: string): Promise<void> {
    await this.#call(modem, modemInterface, 'Enable', 'b', [true], 60_000);
  }

  /** Names the SIM, so that a PIN is tried on each only once; empty when it has no identity. */
  async identifySim(sim: string): Promise<string> {
    const [all] = await this.#call(sim, 'org.freedesktop.DBus.Properties', 'GetAll', 's', [`${service}.Sim`]);
    const properties = all as Properties;
    return text(properties.get('SimIdentifier')) || text(properties.get('Imsi'));
  }

  async sendPin(sim: string, pin: string): Promise<void> {
    await this.#call(sim, `${service}.Sim`, 'SendPin', 's', [pin], 30_000);
  }

  #call(path: string, on: string, member: string, signature = '', args: unknown[] = [], timeoutMs = 15_000) {
    return this.#bus.call({ destination: service, path, interface: on, member, signature, args }, timeoutMs);
  }
}
