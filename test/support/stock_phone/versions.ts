// The versions of the app that a fake phone can be, and in what they differ. Read from the app's tags v1.66.2, v1.67.0 and v1.68.0.

/** What a version of the app knows and does. */
export interface AppVersion {
  name: string;
  /** Whether it reads the state of a listed message (GatewayApi.kt); one that does not sends what is being cancelled. */
  readsState: boolean;
  /** Names of events that it takes from the server (ExternalEventType.kt). */
  events: readonly string[];
  /** Names of events that a webhook may be for (WebHookEvent.kt); another name fails the whole list. */
  webhookEvents: readonly string[];
  /** Values of messages.limit_period (MessagesSettings.kt); another value ends the import. */
  limitPeriods: Readonly<Record<string, number>>;
}

const firstEvents = ['MessageEnqueued', 'WebhooksUpdated', 'MessagesExportRequested', 'SettingsUpdated'];

const firstWebhookEvents = [
  ...['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed', 'system:ping', 'sms:data-received'],
  ...['mms:received', 'mms:downloaded', 'app:started'],
];

const firstLimitPeriods = { Disabled: 0, PerMinute: 60_000, PerHour: 3_600_000, PerDay: 86_400_000 };

const withCancel = {
  readsState: true,
  events: [...firstEvents, 'MessageCancelled'],
  webhookEvents: [...firstWebhookEvents, 'sms:cancelled'],
  limitPeriods: { ...firstLimitPeriods, Per30Minutes: 1_800_000 },
};

/** By name. 1.68.0 differs from 1.67.0 in attachments of MMS alone, which no fake phone receives. */
export const appVersions = {
  '1.66.2': {
    name: '1.66.2',
    readsState: false,
    events: firstEvents,
    webhookEvents: firstWebhookEvents,
    limitPeriods: firstLimitPeriods,
  },
  '1.67.0': { name: '1.67.0', ...withCancel },
  '1.68.0': { name: '1.68.0', ...withCancel },
} as const satisfies Record<string, AppVersion>;

export type VersionName = keyof typeof appVersions;

/** The version that a User-Agent names; undefined for another program's. */
export function versionOf(userAgent: string | undefined): AppVersion | undefined {
  const [, name] = /^me\.capcom\.smsgateway\/(\S+)$/.exec(userAgent ?? '') ?? [];
  return Object.values<AppVersion>(appVersions).find((version) => version.name === name);
}
