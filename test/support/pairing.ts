// Pairs a device the way an agent does.

import { type Client, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { PairingService } from '../../proto/gen/textrelay/v1/pairing_service_pb.ts';
import type { Operator } from '../../server/cli/core_client/core_client.ts';
import type { Core } from '../../server/core.ts';

/** The pairing call of a core. */
export const pairingServiceOf = (core: Pick<Core, 'device'>): Client<typeof PairingService> =>
  createClient(
    PairingService,
    createConnectTransport({ baseUrl: `http://127.0.0.1:${core.device.port}`, httpVersion: '1.1' }),
  );

/** Pairs a new device with an account. */
export async function pairDevice(
  core: Pick<Core, 'device'>,
  admin: Operator,
  accountId: bigint,
): Promise<{ deviceId: bigint; token: string }> {
  const { code } = await admin.createPairingCode({ accountId });
  const { deviceId, token } = await pairingServiceOf(core).pairDevice({ code, deviceName: 'phone' });
  return { deviceId, token };
}
