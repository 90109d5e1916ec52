// How a device is paired.
import { Type } from 'typebox';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import { PairingCodeShape, renderPairingCode } from '../resources/devices/pairing_code.ts';
import { boundedText } from '../schemas/kinds.ts';

/** Only a gateway knows whether it passes phones on to a hub. */
export const createPairingCode: Route = route('POST /api/v1/devices/pairing-codes', {
  id: 'consoleInviteDevice',
  summary: 'Make a code that pairs one device, with lines to type. Needs the role admin.',
  session: 'account',
  body: Type.Object(
    { name: Type.Optional(boundedText(0, 100, 'The device’s name; left out, it names itself.')) },
    { title: 'InviteDevice' },
  ),
  answer: PairingCodeShape,
  handler: async (request, { ask, hasPhones }) => {
    const asked = { accountId: accountOf(request), deviceName: request.body.name };
    const pairing = renderPairingCode(await ask(DeviceService.method.createPairingCode, asked, request));
    return hasPhones ? pairing : { ...pairing, phone: null };
  },
});
