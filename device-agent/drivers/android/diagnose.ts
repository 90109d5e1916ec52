// Looks at a phone for `doctor`, from the network up to the app's settings. It sends no text and changes nothing.
import { createServer } from 'node:http';
import type { DriverContext, Finding } from '../driver.ts';
import { type AndroidSettings, isLoopback, webhookUrl } from './android_driver.ts';
import { isRecord, PhoneApi, readWebhooks } from './phone_api.ts';
import { troubleOf } from './watch.ts';
import { wantedWebhooks } from './webhook_setup.ts';

type Show = (finding: Finding) => void;

/** The whole look takes no longer than this. */
const maxLookMs = 25_000;
/** Receipts and received texts carry the phone's times. */
const maxSkewMs = 60_000;

/** Shows what it finds. Never throws. */
export async function diagnosePhone(
  context: DriverContext,
  settings: AndroidSettings,
  show: Show,
): Promise<void> {
  const { clock } = context;
  const { url, user, password } = settings;
  if (url === undefined || user === undefined || password === undefined) {
    const advice =
      'Set TEXTRELAY_AGENT_PHONE_URL, TEXTRELAY_AGENT_PHONE_USER and TEXTRELAY_AGENT_PHONE_PASSWORD; the app shows all three under Local Server.';
    show({ level: 'fault', what: 'phone', detail: 'no phone is configured', advice });
    return;
  }
  const aborter = new AbortController();
  const cancel = clock.setTimeout(() => aborter.abort(), maxLookMs);
  try {
    const api = new PhoneApi({ url, user, password, clock, signal: aborter.signal });
    const checks = await lookAtApp(api, url, show);
    if (checks === undefined || !(await lookAtDevice(api, settings, show))) return;
    showClock(api, show);
    showBattery(checks, show);
    await lookAtInbox(api, settings, show);
    await lookAtSettings(api, checks, settings, show);
    await lookAtWebhooks(api, context, settings, show);
  } catch {
    const advice = 'Try once more; if it stays so, report it.';
    show({ level: 'fault', what: 'phone', detail: 'it could not be looked at', advice });
  } finally {
    cancel();
    aborter.abort();
  }
}

async function lookAtApp(api: PhoneApi, url: string, show: Show): Promise<Checks | undefined> {
  const answer = await api.health();
  if (answer.kind !== 'answer') {
    const { problem, detail } = troubleOf(answer);
    const advice =
      problem === 'absent'
        ? 'Start the app, switch Local Server on and tap Offline so that it says Online; compare the address with TEXTRELAY_AGENT_PHONE_URL. Give the phone a fixed address in the router, and keep both in one network.'
        : 'Wake the phone and look whether the app still shows its notification; take it out of battery optimisation (dontkillmyapp.com) and keep Wi-Fi on while it sleeps.';
    show({ level: 'fault', what: 'phone', detail, advice });
    return undefined;
  }
  const { version, checks } = isRecord(answer.body) ? answer.body : {};
  if (typeof version !== 'string' || !isRecord(checks)) {
    const detail = 'something answers there, but not the app SMS Gateway for Android';
    const advice = 'Correct TEXTRELAY_AGENT_PHONE_URL; the port is 8080 unless it was changed in the app.';
    show({ level: 'fault', what: 'phone', detail, advice });
    return undefined;
  }
  const shown = version.replace(/[^\w.+-]/g, '').slice(0, 30);
  const isLocal = isLoopback(new URL(url).hostname);
  const net =
    isLocal || url.startsWith('https:') ? '' : '; it speaks plain HTTP: keep it in a network you trust';
  const [major = 0, minor = 0] = shown.replace(/^v/, '').split('.').map(Number);
  const what = 'phone';
  if (major > 1 || minor >= 40) show({ level: 'ok', what, detail: `SMS Gateway ${shown}${net}` });
  else {
    const advice = 'Update the app if it is older than 1.40: earlier ones do not take texts this way.';
    show({ level: 'warning', what, detail: `SMS Gateway ${shown}${net}`, advice });
  }
  return checks;
}

type Checks = Record<string, unknown>;

async function lookAtDevice(api: PhoneApi, { sims }: AndroidSettings, show: Show): Promise<boolean> {
  const answer = await api.device();
  const status = answer.kind === 'answer' ? answer.status : 0;
  if (status === 401 || status === 403) {
    const detail = 'the app refuses user name and password';
    const advice =
      'Copy both from the app (Local Server) into TEXTRELAY_AGENT_PHONE_USER and TEXTRELAY_AGENT_PHONE_PASSWORD.';
    show({ level: 'fault', what: 'credentials', detail, advice });
    return false;
  }
  const device: unknown = answer.kind === 'answer' && Array.isArray(answer.body) ? answer.body[0] : undefined;
  if (!isRecord(device)) {
    const detail = 'the app does not describe the phone as it should';
    show({ level: 'fault', what: 'credentials', detail, advice: 'Update the app, or restart it.' });
    return false;
  }
  show({ level: 'ok', what: 'credentials', detail: 'the app takes them' });
  showSims(device.simCards, sims, show);
  return true;
}

/** Newer versions list the SIMs; without the phone permission the list is empty. */
function showSims(cards: unknown, sims: readonly number[] | undefined, show: Show): void {
  if (!Array.isArray(cards) || cards.length === 0) return;
  const there = cards.flatMap((card: unknown) =>
    isRecord(card) && typeof card.simNumber === 'number' ? [card.simNumber] : [],
  );
  const missing = (sims ?? []).filter((slot) => !there.includes(slot));
  const detail = `the phone has SIM ${there.join(' and ')}`;
  if (missing.length > 0) {
    const advice = `Correct TEXTRELAY_AGENT_SIMS: slot ${missing.join(' and ')} is empty.`;
    show({ level: 'fault', what: 'SIM', detail, advice });
  } else if (sims === undefined && there.length > 1) {
    const advice = 'Set TEXTRELAY_AGENT_SIMS, such as 1,2, so that you know from which one texts are sent.';
    show({ level: 'warning', what: 'SIM', detail: `${detail}, and which one sends is left to it`, advice });
  } else show({ level: 'ok', what: 'SIM', detail });
}

function showClock({ offsetMs }: PhoneApi, show: Show): void {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  if (Math.abs(offsetMs) <= maxSkewMs) {
    show({ level: 'ok', what: 'clock', detail: "the phone's clock and this machine's agree" });
    return;
  }
  const detail = `the phone's clock is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  const advice = 'Let both set their clocks from the network.';
  show({ level: 'warning', what: 'clock', detail, advice });
}

function showBattery(checks: Checks, show: Show): void {
  const observed = (name: string): number | undefined => {
    const check = checks[name];
    return isRecord(check) && typeof check.observedValue === 'number' ? check.observedValue : undefined;
  };
  const level = observed('battery:level');
  const charging = observed('battery:charging') ?? 0;
  if (level === undefined) return;
  const optimised = 'take the app out of battery optimisation, or Android ends it some day';
  if (level < 25 && charging === 0) {
    const advice = `Leave the phone on a charger; and ${optimised}.`;
    show({ level: 'warning', what: 'battery', detail: `${level} %, not charging`, advice });
  } else show({ level: 'ok', what: 'battery', detail: `${level} %; ${optimised}` });
}

async function lookAtInbox(api: PhoneApi, settings: AndroidSettings, show: Show): Promise<void> {
  const answer = await api.inbox(0, 1, 0);
  if (answer.kind === 'answer' && answer.status === 200) {
    show({ level: 'ok', what: 'received texts', detail: 'the app lists them; they are fetched every 10 s' });
    return;
  }
  const byWebhook = settings.webhook !== undefined;
  const detail = byWebhook
    ? 'this version has no list of them: they come by webhook only, and none is fetched later'
    : 'this version has no list of them, and no webhook is configured: none is received';
  const advice = 'Update the app, or set TEXTRELAY_AGENT_WEBHOOK_LISTEN and _KEY.';
  show({ level: byWebhook ? 'warning' : 'fault', what: 'received texts', detail, advice });
}

/** The app's own limits make texts wait where nobody sees them. */
async function lookAtSettings(
  api: PhoneApi,
  checks: Checks,
  { webhook }: AndroidSettings,
  show: Show,
): Promise<void> {
  const answer = await api.settings();
  if (answer.kind !== 'answer' || answer.status !== 200 || !isRecord(answer.body)) return;
  const { messages, webhooks } = answer.body;
  const period = isRecord(messages) ? messages.limit_period : undefined;
  if (typeof period === 'string' && period !== 'Disabled') {
    const advice =
      "Switch the app's limit off and give the SIM a budget in Textrelay: texts then wait there.";
    show({ level: 'warning', what: 'app limit', detail: 'the app limits its texts itself', advice });
  }
  const online = checks['connection:status'];
  const isOffline = isRecord(online) && online.observedValue === 0;
  if (webhook !== undefined && isOffline && isRecord(webhooks) && webhooks.internet_required !== false) {
    const advice = 'In the app: Settings, Webhooks, switch "Require Internet connection" off.';
    const detail = 'the phone has no internet, and the app then holds its webhooks back';
    show({ level: 'warning', what: 'webhooks', detail, advice });
  }
}

async function lookAtWebhooks(
  api: PhoneApi,
  { journalId }: DriverContext,
  { webhook, signingKey }: AndroidSettings,
  show: Show,
): Promise<void> {
  const what = 'webhooks';
  if (webhook === undefined) {
    show({ level: 'ok', what, detail: 'none: the phone is asked every 10 s, which is enough' });
    return;
  }
  const url = webhookUrl(webhook);
  if (!/^https:|^http:\/\/127\.0\.0\.1[:/]/.test(url)) {
    const detail = 'the app calls only https addresses, and http://127.0.0.1 on the phone itself';
    const advice =
      'Put a proxy with a certificate in front and name it in TEXTRELAY_AGENT_WEBHOOK_URL, or leave webhooks out. (The insecure build of the app calls http; newer versions call no private address at all.)';
    show({ level: 'warning', what, detail, advice });
    return;
  }
  if (signingKey === undefined && !isLoopback(webhook.listen.host)) {
    const advice = "Set TEXTRELAY_AGENT_WEBHOOK_KEY to the app's signing key (Settings, Webhooks).";
    show({ level: 'warning', what, detail: 'calls are not checked for a signature', advice });
  }
  const listed = await api.webhooks();
  const there = (listed.kind === 'answer' && readWebhooks(listed.body)) || [];
  const missing = wantedWebhooks(journalId, url).filter(
    (wanted) => !there.some((other) => other.id === wanted.id && other.url === wanted.url),
  );
  const isFree = await canListen(webhook.listen);
  if (missing.length === 0) show({ level: 'ok', what, detail: 'all are registered at the phone' });
  else if (isFree)
    show({ level: 'ok', what, detail: 'they are registered at the phone when the agent runs' });
  else {
    const detail = 'the address to listen on is taken, and not all are registered at the phone';
    const advice =
      'If the agent runs, read in its log whether the app refuses the address; else free the port or take another.';
    show({ level: 'warning', what, detail, advice });
  }
}

async function canListen({ host, port }: { host: string; port: number }): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
