// A sound request to each endpoint.
import type { DescribedOperation } from '../../support/described/interface.ts';
import type { Answer, Ask } from '../../support/http_client.ts';
import type { World } from './world.ts';

export const bodies: Readonly<Record<string, unknown>> = {
  sendMessage: { address: '+15005550006', body: 'hello' },
  changePlan: { plan: 'growth' },
  sendBatch: { texts: [{ address: '+15005550006', body: 'hello' }] },
  importOptOuts: { csv: 'address\n+15005550009\n' },
  putContact: { address: '+15005550006', name: 'Ada' },
  updateContact: { name: 'Ada' },
  importContacts: { csv: 'name,address\nAda,+15005550006\n' },
  putContactGroup: { name: 'Friends' },
  renameContactGroup: { name: 'Friends' },
  changeGroupMembers: {},
  setOptOutSettings: { stop_words: ['abmelden'] },
  setQuietHours: { time_zone: 'Europe/Berlin', from: '03:00', until: '03:01' },
  putConsumer: {},
  ackConsumer: { seq: 0 },
  resetConsumer: { seq: 0 },
  putWebhook: { url: 'http://127.0.0.1:1/' },
  replayWebhook: { seq: 0 },
  putIncomingWebhook: { template: 'hello', recipients: ['+15005550006'] },
  previewIncomingWebhook: { body: {}, settings: { template: 'hello', recipients: ['+15005550006'] } },
  createBroadcast: { name: 'Hours', template: 'Hello {name}' },
  putBroadcastRecipients: { recipients: [{ number: 1, address: '+15005550006', fields: { name: 'Ada' } }] },
  startBroadcast: {},
  createFailedBroadcast: { name: 'Again' },
};

/** A request that is well formed. */
export function askOf(operation: DescribedOperation, more: Partial<Ask> = {}): Ask {
  // Nobody writes to the one who opts out.
  const address = operation.id.endsWith('OptOut') ? '+15005550009' : '+15005550006';
  const path = operation.path.replace('{id}', '1').replace('{address}', address).replace('{name}', 'shop');
  const body = bodies[operation.id];
  return { method: operation.method, path, ...(body !== undefined && { body }), ...more };
}

export type Asked = (world: World, operation: DescribedOperation) => Promise<Answer>;
