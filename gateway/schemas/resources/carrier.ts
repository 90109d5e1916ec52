// A carrier, and a number on one.
import type { Carrier, CarrierNumber } from '../../../proto/gen/textrelay/v1/carrier_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, missing, renderInstant, resource } from '../resource.ts';

const field = fieldOf<Carrier>();

export const { Shape: CarrierShape, render: renderCarrier } = resource(
  'Carrier',
  'A carrier that texts of route gateway leave through.',
  {
    name: field(text('As configured.'), ({ name }) => name),
    kind: field(text('What it speaks: smpp, http or simulated.'), ({ kind }) => kind),
    priority: field(
      integer(1, 'Carriers with a smaller number are asked first.'),
      ({ priority }) => priority,
    ),
    shared_sender: field(
      nullable(text('The sender of accounts without a number; null when they cannot use it.')),
      ({ sharedSender }) => sharedSender || null,
    ),
    up: field(flag('Whether the answering core can submit through it now.'), ({ up }) => up),
    detail: field(text('One sentence about that.'), ({ detail }) => detail),
    capacity: field(integer(0, 'How many submits this core could begin now.'), ({ capacity }) => capacity),
  },
);

const numberField = fieldOf<CarrierNumber>();

export const { Shape: NumberShape, render: renderNumber } = resource('Number', 'A number on a carrier.', {
  carrier: numberField(text('The carrier’s name.'), ({ carrier }) => carrier),
  number: numberField(text('E.164, a short code, or a name.'), ({ number }) => number),
  account_id: numberField(integer(1, 'The account that owns it.'), ({ accountId }) => toNumber(accountId)),
  assigned_at: numberField(instant('When it was assigned.'), ({ assignedAt }) =>
    renderInstant(assignedAt ?? missing()),
  ),
});
