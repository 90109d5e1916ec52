// A company that is reached through TLS. All of it is on the machine's time.
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { createAuthority } from '../../../../test/support/certificates.ts';
import { Company } from '../../../../test/support/http_carrier_end/company.ts';
import {
  type OpenHttp,
  openHttp,
  plainSettings,
} from '../../../../test/support/http_carrier_end/open_http.ts';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';

const ends: Company[] = [];
const carriers: OpenHttp[] = [];
afterEach(async () => {
  await Promise.all(carriers.splice(0).map(({ carrier }) => carrier.stop()));
  await Promise.all(ends.splice(0).map((end) => end.close()));
});

async function start(...parameters: Parameters<typeof Company.start>): Promise<Company> {
  const end = await Company.start(...parameters);
  ends.push(end);
  return end;
}

function open(settings: Record<string, unknown>): OpenHttp {
  const opened = openHttp(systemClock, settings);
  carriers.push(opened);
  return opened;
}

const expiresAtMs = Date.now() + 3_600_000;
const text = submissionOf('hello', { expiresAtMs });
const notLeft = { kind: 'rejected', code: 'carrier_failed', retryable: true };

test('over TLS the certificate is checked, and the connection is used again', async () => {
  const authority = await createAuthority();
  const secure = await start(await authority.issue());
  const settings = plainSettings(secure.url);
  const { carrier } = open({ ...settings, request: { ...settings.request, tls_ca: authority.cert } });
  for (const id of [1, 2, 3])
    expect(await carrier.submit(submissionOf(`text ${id}`, { messageId: BigInt(id), expiresAtMs }))).toEqual({
      kind: 'accepted',
      ref: 'far-1',
    });
  expect([secure.requests.length, secure.connections]).toEqual([3, 1]);
});

test('it certainly did not leave, and may be tried again, when the handshake of TLS breaks', async () => {
  const authority = await createAuthority();
  const end = await start(await authority.issue());
  end.onConnection = () => 'reset';
  const { carrier } = open(plainSettings(end.url));
  expect(await carrier.submit(text)).toMatchObject(notLeft);
  expect([end.connections, end.heads]).toEqual([1, 0]);
});

test('it certainly did not leave, and may be tried again, when the certificate is of an authority that nobody trusts', async () => {
  const authority = await createAuthority();
  const end = await start(await authority.issue());
  const { carrier } = open(plainSettings(end.url));
  const detail = "the carrier's certificate is not to be trusted";
  expect(await carrier.submit(text)).toMatchObject({ ...notLeft, detail });
  expect(end.heads).toBe(0);
});

test('it certainly did not leave, and may be tried again, when the certificate is for another host', async () => {
  const authority = await createAuthority();
  const end = await start(await authority.issue({ names: ['other.example.com'] }));
  const settings = plainSettings(end.url);
  const { carrier } = open({ ...settings, request: { ...settings.request, tls_ca: authority.cert } });
  expect(await carrier.submit(text)).toMatchObject(notLeft);
  expect(end.heads).toBe(0);
});
