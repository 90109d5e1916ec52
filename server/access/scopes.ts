// The scope that a key needs for a method that is open to account keys. What is not listed here needs `manage`.
import type { Scope } from '../domain/keys/key_policy.ts';

const reading = {
  AccountService: ['ListAccountsOfKey', 'GetUsage', 'GetQuietHours'],
  DeviceService: ['ListDevices'],
  HookService: ['GetHook', 'ListHooks'],
  MessageService: [
    'GetMessage',
    'ListMessages',
    'ListMessagesByRef',
    'ListMessageEvents',
    'ListChanges',
    'ListOutcomes',
  ],
  OptOutService: ['ListOptOuts', 'GetOptOutSettings'],
  PlaceService: ['ListPlaces', 'GetPlace', 'ListWebhookAttempts'],
  ThreadService: ['ListThreads', 'ListThreadMessages'],
};
const sending = {
  HookService: ['CallHook'],
  MessageService: ['SendMessages', 'PreviewMessages', 'CancelMessage'],
};
/**
 * They let a sending's texts leave or stop them, or change what sends for others by itself, which no key's limits on texts hold for: a key that has
 * such limits may not call them.
 */
const beyondLimits = [
  'SendingService/StartSending',
  'SendingService/ResumeSending',
  'SendingService/PauseSending',
  'SendingService/CancelSending',
  'HookService/PutHook',
  'HookService/DeleteHook',
  'OptOutService/SetOptOutSettings',
];
/** What a key may call that reads only known texts: these read no others, or none at all. */
const forKnown = {
  AccountService: ['GetAccount', 'GetUsage', 'GetQuietHours'],
  DeviceService: ['ListDevices'],
  HookService: ['CallHook'],
  MessageService: [
    ...[
      'GetMessage',
      'ListMessages',
      'ListMessagesByRef',
      'ListMessageEvents',
      'ListChanges',
      'ListOutcomes',
    ],
    ...['SendMessages', 'PreviewMessages', 'CancelMessage'],
  ],
  OptOutService: ['GetOptOutSettings'],
  ThreadService: ['ListThreads', 'ListThreadMessages'],
};
/** Every key may ask what it is worth. */
const free = { AccountService: ['GetAccount'] };

const rows = (services: Readonly<Record<string, readonly string[]>>, scope: Scope | null) =>
  Object.entries(services).flatMap(([service, methods]) =>
    methods.map((method) => [`${service}/${method}`, scope] as const),
  );

const table = new Map<string, Scope | null>([
  ...rows(reading, 'read'),
  ...rows(sending, 'send'),
  ...rows(free, null),
]);

/** The scope for a method, named as MessageService/SendMessages; null where any key will do. */
export const scopeFor = (method: string): Scope | null => {
  const scope = table.get(method);
  return scope === undefined ? 'manage' : scope;
};

const known = new Set<string>(rows(forKnown, null).map(([method]) => method));

/** Whether a method shows more than a key may see that reads only known texts. */
export const readsBeyondKnown = (method: string): boolean => !known.has(method);

/** Whether a method lets texts leave that the limits of a key on its texts don't hold for. */
export const sendsBeyondLimits = (method: string): boolean => beyondLimits.includes(method);
