// An Android phone through the app "SMS Gateway for Android" (capcom6, Apache-2.0) in its local server mode: the
// driver's entry. The agent runs anywhere in the phone's network, or under Termux on the phone itself.
import { makeValidator, str } from 'envalid';
import { AndroidDriver, type AndroidSettings } from './android/android_driver.ts';
import { diagnosePhone } from './android/diagnose.ts';
import { type DriverContext, defineDriver } from './driver.ts';

const phoneUrl = makeValidator((input: string): string => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  const isFine =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
  if (!isFine || url.pathname !== '/')
    throw new Error('must be http://host:port, as the app shows it under Local Server');
  return url.origin;
});

const listen = makeValidator((input: string): { host: string; port: number } => {
  const found = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:]+)):(?<port>\d{1,5})$/.exec(input)?.groups;
  const host = found?.v6 ?? found?.host;
  if (host === undefined || Number(found?.port) > 65_535) throw new Error('must be host:port');
  return { host, port: Number(found?.port) };
});

const calledUrl = makeValidator((input: string): string => {
  if (!URL.canParse(input) || !/^https?:\/\//.test(input))
    throw new Error('must be https://..., or http://127.0.0.1:port/');
  return input;
});

const simSlots = makeValidator((input: string): readonly number[] => {
  const slots = input.split(',').map(Number);
  const isFine = slots.every((slot) => Number.isInteger(slot) && slot >= 1 && slot <= 16);
  if (!isFine || new Set(slots).size !== slots.length)
    throw new Error('must be slots from 1 on, such as 1,2');
  return slots.sort((a, b) => a - b);
});

const variables = {
  TEXTRELAY_AGENT_PHONE_URL: phoneUrl({
    default: undefined,
    desc: "the app's local server: http://192.168.1.20:8080; http://127.0.0.1:8080 under Termux [required]",
  }),
  TEXTRELAY_AGENT_PHONE_USER: str({ default: undefined, desc: 'user name that the app shows [required]' }),
  TEXTRELAY_AGENT_PHONE_PASSWORD: str({ default: undefined, desc: 'password that the app shows [required]' }),
  TEXTRELAY_AGENT_SIMS: simSlots({
    default: undefined,
    desc: "slots of the phone's SIMs to send from, such as 1,2 [the phone's choice]",
  }),
  TEXTRELAY_AGENT_WEBHOOK_LISTEN: listen({
    default: undefined,
    desc: 'host:port where the phone may call when something happened [none: it is asked every 10 s]',
  }),
  TEXTRELAY_AGENT_WEBHOOK_URL: calledUrl({
    default: undefined,
    desc: "that listener's address as the phone calls it: https, or http://127.0.0.1 [http://LISTEN/]",
  }),
  TEXTRELAY_AGENT_WEBHOOK_KEY: str({
    default: undefined,
    desc: "the app's signing key (Settings, Webhooks): unsigned calls are then refused [none]",
  }),
};

/** The driver's entry in the registry. */
export const smsGatewayAndroidDriver = defineDriver({
  name: 'sms-gateway-android',
  summary: 'an Android phone, through the app SMS Gateway for Android as a local server',
  variables,
  create: (context) => new AndroidDriver(context, settingsOf(context)),
  diagnose: (context, show) => diagnosePhone(context, settingsOf(context), show),
});

function settingsOf({ settings }: DriverContext<typeof variables>): AndroidSettings {
  const listensAt = settings.TEXTRELAY_AGENT_WEBHOOK_LISTEN as AndroidListen | undefined;
  return {
    url: settings.TEXTRELAY_AGENT_PHONE_URL,
    user: settings.TEXTRELAY_AGENT_PHONE_USER,
    password: settings.TEXTRELAY_AGENT_PHONE_PASSWORD,
    sims: settings.TEXTRELAY_AGENT_SIMS as readonly number[] | undefined,
    webhook: listensAt && { listen: listensAt, url: settings.TEXTRELAY_AGENT_WEBHOOK_URL },
    signingKey: settings.TEXTRELAY_AGENT_WEBHOOK_KEY,
  };
}

type AndroidListen = { host: string; port: number };
