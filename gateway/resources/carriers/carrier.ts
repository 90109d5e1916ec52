// A carrier, and a number on one.
import type { Carrier, CarrierNumber } from '../../../proto/gen/textrelay/v1/carrier_pb.ts';
import { flag, instant, integer, nullable, sentence, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';

const { field, resource } = madeOf<Carrier>();

export const { Shape: CarrierShape, render: renderCarrier } = resource(
  'Carrier',
  'A carrier that texts of route gateway leave through.',
  {
    name: text('As configured.'),
    kind: text('What it speaks: smpp, http or simulated.'),
    priority: integer(1, 'Carriers with a smaller number are asked first.'),
    shared_sender: field(
      nullable(text('The sender of accounts without a number; null when they cannot use it.')),
      ({ sharedSender }) => sharedSender || null,
    ),
    up: flag('Whether the answering core can submit through it now.'),
    detail: sentence('One sentence about that.'),
    capacity: integer(0, 'How many submits this core could begin now.'),
  },
);

export const { Shape: NumberShape, render: renderNumber } = madeOf<CarrierNumber>().resource(
  'Number',
  'A number on a carrier.',
  {
    carrier: text('The carrier’s name.'),
    number: text('E.164, a short code, or a name.'),
    account_id: integer(1, 'The account that owns it.'),
    assigned_at: instant('When it was assigned.'),
  },
);
