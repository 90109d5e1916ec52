// A code that pairs a device, and what to do with it.

import { Type } from 'typebox';
import type {
  CreatePairingCodeResponse,
  PhoneStep,
} from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { knownWord } from '../../errors/known_word.ts';
import { instant, nullable, oneOf, sentence, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';

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
