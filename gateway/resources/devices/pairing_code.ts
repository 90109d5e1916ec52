// A paired phone or modem.

import { Type } from 'typebox';
import {
  type Device,
  DeviceConnection,
  type Sim,
  type StickyAddress,
} from '../../../proto/gen/textrelay/v1/device_pb.ts';
import type {
  CreatePairingCodeResponse,
  PhoneStep,
} from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { knownWord } from '../../errors/known_word.ts';
import {
  flag,
  instant,
  integer,
  nullable,
  nullableOneOf,
  oneOf,
  sentence,
  text,
} from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';

const bound = (span: string) => nullable(integer(1, `Most parts in a ${span}; null without a bound.`));

const sim = madeOf<Sim>().resource('Sim', 'A SIM of a device.', {
  slot: integer(1, 'Its slot in the device.'),
  per_minute: bound('calendar minute'),
  per_day: bound('UTC day'),
  per_month: bound('UTC month'),
  used_minute: integer(0, 'Parts handed over in the present minute.'),
  used_day: integer(0, 'Parts handed over today.'),
  used_month: integer(0, 'Parts handed over this month.'),
  present: flag('Whether the device named it when it last opened a link.'),
});

const { field, resource } = madeOf<Device>();

const connections = {
  [DeviceConnection.LISTENING]: 'listening',
  [DeviceConnection.POLLING]: 'polling',
  [DeviceConnection.LOST]: 'lost',
} as const;
const connectionWords = Object.values(connections);
const connectionOf = ({ connection }: Device): (typeof connectionWords)[number] | null =>
  (connections as Record<number, (typeof connectionWords)[number]>)[connection] ?? null;

/** The kinds of problems, as the core calls them. */
const deviceProblems = [
  'absent',
  'not_answering',
  'pin_required',
  'no_sim',
  'no_network',
  'unauthorized',
  'other',
] as const;
const problemOf = ({ problem, problemCode }: Device): (typeof deviceProblems)[number] | null =>
  problem === '' ? null : knownWord(deviceProblems, problemCode);

export const { Shape: DeviceShape, render: renderDevice } = resource('Device', 'A paired phone or modem.', {
  id: integer(1, 'Counted per account.'),
  name: text('Its name.'),
  online: flag('Whether its link is up.'),
  last_seen_at: nullable(instant('When it was last seen; null before the first time.')),
  created_at: instant('When it was paired.'),
  unpaired_at: nullable(instant('When it was unpaired; null while it is paired.')),
  agent_version: text('The agent’s version, as it last said.'),
  driver: text('The agent’s driver, as it last said.'),
  ok: flag('Whether it could send when it was last seen.'),
  detail: sentence('One sentence about that.'),
  signal_percent: nullable(integer(0, 'Signal strength; null when unknown.')),
  battery_percent: nullable(
    integer(0, 'Charge of the battery; a move of less than 5 is not kept. Null when unknown.'),
  ),
  charging: nullable(flag('Whether it is at a charger; null when unknown.')),
  connection: field(
    nullableOneOf(
      connectionWords,
      'How a phone hears of its work: `listening` holds a stream and hears of a text at once, `polling` asks about every 15 minutes, `lost` does neither though it is expected. Null when that is not known, and for a device beside its agent.',
    ),
    connectionOf,
  ),
  connection_since: nullable(instant('Since when; null while `connection` is.')),
  model: nullable(text('Maker and model, as it last said; null when unknown.')),
  app_version: nullable(
    text('The version of the app on it, as it last said; null when unknown, or where there is no app.'),
  ),
  queue_length: integer(0, 'Texts that were handed over and whose submit has not ended.'),
  gives_receipts: nullable(flag('Whether delivery receipts come from it; null before the first link.')),
  inbox_full: flag('Whether its memory for received texts was full when it was last seen.'),
  simulated: flag('True for one that delivers nothing.'),
  problem: field(
    nullable(sentence('What keeps it from sending, in words; null when nothing does.')),
    ({ problem }) => problem || null,
  ),
  problem_code: field(
    nullableOneOf(
      deviceProblems,
      'The kind of problem: `absent`: it is unplugged, switched off or out of reach; `not_answering`: it is there and does not answer; ' +
        '`pin_required`: the SIM asks for its PIN or PUK; `no_sim`: there is none, or it cannot be read; `no_network`; ' +
        '`unauthorized`: it refuses the agent’s credentials; `other`: problem says what. Null when nothing keeps it from sending.',
    ),
    problemOf,
  ),
  note: field(
    nullable(
      sentence(
        'What else is to be said, such as that a simulated one delivers nothing; null when nothing is.',
      ),
    ),
    ({ note }) => note || null,
  ),
  sims: field(Type.Array(sim.Shape, { description: 'In order of slot.' }), ({ sims }) =>
    sims.map(sim.render),
  ),
});

/** The kinds of steps, as the core calls them. */
const stepKinds = ['api_url', 'go_online', 'pairing_code', 'other'] as const;

const ofStep = madeOf<PhoneStep>();
const { Shape: PhoneStepShape, render: renderPhoneStep } = ofStep.resource(
  'PhoneStep',
  'A step at an Android phone.',
  {
    text: sentence('Where to tap, and what to type there.'),
    value: ofStep.field(nullable(text('What is typed; null when nothing is.')), ({ value }) => value || null),
    kind: ofStep.field(
      oneOf(
        stepKinds,
        'What it is about: `api_url`: the address is typed; `go_online`; `pairing_code`: the code is typed; `other`: text says what.',
      ),
      ({ kind }) => knownWord(stepKinds, kind),
    ),
  },
);

export { PhoneStepShape };

const ofCode = madeOf<CreatePairingCodeResponse>();
const phone = ofCode.resource(
  'PhonePairing',
  'How an Android phone with the stock app is paired by the code; null where no phones hub runs.',
  {
    url: ofCode.field(text('What the app is given as its API URL.'), ({ phoneUrl }) => phoneUrl),
    steps: ofCode.field(
      Type.Array(PhoneStepShape, { description: 'What to do at the phone, in this order.' }),
      ({ phoneSteps }) => phoneSteps.map(renderPhoneStep),
    ),
    advice: ofCode.field(
      nullable(sentence('Why a phone may not reach the address; null when nothing speaks against it.')),
      ({ phoneAdvice }) => phoneAdvice || null,
    ),
  },
);

export const { Shape: PairingCodeShape, render: renderPairingCode } = ofCode.resource(
  'PairingCode',
  'A code that pairs one device, and what to type there.',
  {
    code: text('The code; it works once.'),
    expires_at: instant('When it stops working.'),
    addresses: Type.Array(text(''), {
      description: 'Where the device may reach the service, the likeliest first.',
    }),
    commands: Type.Array(text(''), {
      description: 'Lines to type at the phone or modem; one of them is enough.',
    }),
    qr: text('What a QR code is to hold.'),
    advice: ofCode.field(
      nullable(sentence('A sentence on the addresses; null when nothing is to be said.')),
      ({ advice }) => advice || null,
    ),
    phone: ofCode.field(nullable(phone.Shape), phone.render),
  },
);

export const { Shape: StickyAddressShape, render: renderStickyAddress } = madeOf<StickyAddress>().resource(
  'StickyAddress',
  'A recipient whose texts stay on a device.',
  {
    address: text('As last given or received.'),
    address_norm: text('Its E.164 form, or its own.'),
    sim: nullable(integer(1, 'The slot of the SIM; null before a text was sent.')),
  },
);
