// Looks at the way to the core, step by step: name, port, TLS, the device listener, this device's token, the clock. It
// opens a link as the agent does and closes it before Hello, so that a running agent keeps its own.
import { lookup } from 'node:dns/promises';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { connect, isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Clock } from '../../runtime/clock.ts';
import { systemCode } from '../agent_error.ts';
import type { Finding } from '../drivers/driver.ts';
import type { Identity } from '../home/identity.ts';
import { troubleOf } from '../net_trouble.ts';
import { diagnoseClock } from './diagnose_clock.ts';
import { diagnoseToken } from './diagnose_token.ts';
import { inTime } from './in_time.ts';

type Show = (finding: Finding) => void;

/** Each step takes no longer than this. */
const stepMs = 10_000;
/** With less time left than this, the core's operator should know. */
const warnBeforeExpiryMs = 14 * 24 * 3_600_000;

/** Looks; stops at the first fault, because the rest would fail for the same reason. Never throws. */
export async function diagnoseCore(identity: Identity, clock: Clock, show: Show): Promise<void> {
  const { url, token } = identity;
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'https:';
  const target = { host, port: port === '' ? (isSecure ? 443 : 80) : Number(port) };
  let what = "core's name";
  try {
    if (isIP(host) === 0) {
      const found = await inTime(lookup(host, { all: true }), stepMs, clock);
      const addresses = found.slice(0, 4).map(({ address }) => address);
      show({ level: 'ok', what, detail: `${host} is ${addresses.join(', ')}` });
    }
    what = "core's port";
    const address = await inTime(tryPort(target), stepMs, clock);
    show({ level: 'ok', what, detail: `${host} port ${target.port} is open` });
    what = 'encryption';
    if (isSecure) showCertificate(await inTime(tryTls(target), stepMs, clock), clock, show);
    else if (!/^(127\.|::1$|::ffff:127\.)/.test(address)) show(inTheClear);
    what = 'device listener';
    if (!(await inTime(diagnoseToken(url, token, show), stepMs, clock))) return;
    diagnoseClock(await inTime(readDate(url, isSecure), stepMs, clock), clock, show);
  } catch (error) {
    show({ level: 'fault', what, ...troubleOf(systemCode(error)) });
  }
}

const inTheClear: Finding = {
  level: 'warning',
  what: 'encryption',
  detail: "none: texts and the device's token cross the network readably",
  advice: 'Let the core speak TLS (TEXTRELAY_DEVICE_TLS_CERT), and pair again with its https:// address.',
};

/** Resolves with the address that answered. */
function tryPort(target: { host: string; port: number }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ ...target, timeout: stepMs });
  socket.on('connect', () => {
    resolve(socket.remoteAddress ?? '');
    socket.destroy();
  });
  socket.on('timeout', () => socket.destroy());
  socket.on('error', (error) => reject(innermost(error)));
  return promise;
}

/** Resolves with the end of the certificate's validity, as it is written in it. */
function tryTls(target: { host: string; port: number }): Promise<{ validTo: string; protocol: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ validTo: string; protocol: string }>();
  const name = isIP(target.host) === 0 ? { servername: target.host } : {};
  const socket: TLSSocket = connectTls({ ...target, ...name, timeout: stepMs, ALPNProtocols: ['http/1.1'] });
  socket.on('secureConnect', () => {
    resolve({ validTo: socket.getPeerCertificate().valid_to, protocol: socket.getProtocol() ?? 'TLS' });
    socket.destroy();
  });
  socket.on('timeout', () => socket.destroy());
  socket.on('error', (error) => reject(innermost(error)));
  return promise;
}

function showCertificate(seen: { validTo: string; protocol: string }, clock: Clock, show: Show): void {
  const what = 'encryption';
  const endMs = Date.parse(seen.validTo);
  const day = Number.isNaN(endMs) ? 'an unknown day' : new Date(endMs).toISOString().slice(0, 10);
  const detail = `${seen.protocol}, and the certificate is good until ${day}`;
  if (endMs - clock.nowMs() >= warnBeforeExpiryMs) return show({ level: 'ok', what, detail });
  show({ level: 'warning', what, detail, advice: "Ask the core's operator to renew it." });
}

/** Resolves with the Date header of an ordinary answer; undefined when there is none. Never rejects. */
function readDate(url: string, isSecure: boolean): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const get = isSecure ? getHttps : getHttp;
  const request = get(new URL('/device/v1/link', url), { timeout: stepMs, agent: false }, (response) => {
    response.resume();
    resolve(response.headers.date);
    request.destroy();
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(undefined));
  return promise;
}

/** With several addresses Node gives all errors at once; the first is as good as any. */
function innermost(error: Error): Error {
  return error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
}
