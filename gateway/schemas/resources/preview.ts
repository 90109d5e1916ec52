// What would become of a text (beyond the promised interface).
import { Type } from 'typebox';
import type { MessagePreview, PreviewDevice } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, resource } from '../resource.ts';
import { encodings, routes } from './message.ts';
import { exampleUsage, renderUsage, UsageShape } from './usage.ts';

const ofDevice = fieldOf<PreviewDevice>();

const device = resource('DryRunDevice', 'The phone that would most likely have the text.', {
  id: ofDevice(integer(1, 'Its id within the account.'), ({ id }) => toNumber(id), 3),
  name: ofDevice(text('As it was paired.'), ({ name }) => name, 'Front desk'),
  online: ofDevice(flag('Whether it is online now.'), ({ online }) => online, true),
});

const field = fieldOf<MessagePreview>();

export const {
  Shape: PreviewShape,
  render: renderPreview,
  example: examplePreview,
} = resource('DryRun', 'What would become of a text that was sent now.', {
  address_norm: field(
    Type.Optional(text('The recipient in E.164 form; absent for a text that is malformed.')),
    ({ addressNorm }) => addressNorm || undefined,
    '+15005550006',
  ),
  segments: field(
    Type.Optional(integer(1, 'Parts that it takes on the air; absent for a text that is malformed.')),
    ({ segments }) => segments || undefined,
    1,
  ),
  encoding: field(
    Type.Optional(encodings.schema('The alphabet of those parts; absent for a text that is malformed.')),
    ({ encoding }) => (encoding ? encodings.of(encoding) : undefined),
    'gsm7',
  ),
  units: field(
    integer(0, 'Texts that it would count as: 1, or 0 when nothing would be sent.'),
    ({ units }) => units,
    1,
  ),
  route: field(
    Type.Optional(routes.schema('The way it would leave; absent when there is none.')),
    ({ route }) => (route ? routes.of(route) : undefined),
    'device',
  ),
  device: field(
    Type.Optional(device.Shape),
    (preview) => preview.device && device.render(preview.device),
    device.example,
  ),
  carrier: field(
    Type.Optional(text('The carrier that would most likely take it; absent unless the route is gateway.')),
    ({ carrier }) => carrier,
  ),
  leaves_at: field(
    nullable(instant('When it would leave; null for at once.')),
    ({ leavesAt }) => instantOrNull(leavesAt),
    null,
  ),
  usage: field(Type.Optional(UsageShape), ({ usage }) => usage && renderUsage(usage), exampleUsage),
});
