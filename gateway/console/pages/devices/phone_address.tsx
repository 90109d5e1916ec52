// What is said first where a phone may not reach the service: how to give it an address that phones reach.
import { CopyLine } from '../../ui/copy_line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { devices as say } from '../../words/en/devices.ts';

const example = 'https://texts.example';

/** Ways to a public address, each with a line that makes one for a port of this machine. */
const waysTo = (port: string) => [
  {
    name: 'Tailscale',
    words: say.ways.tailscale,
    line: `tailscale funnel ${port}`,
  },
  {
    name: say.ways.tunnelName,
    words: say.ways.tunnel,
    line: `cloudflared tunnel run --url http://127.0.0.1:${port} texts`,
  },
  {
    name: say.ways.caddyName,
    words: say.ways.caddy,
    line: `caddy reverse-proxy --from texts.example --to 127.0.0.1:${port}`,
  },
];

/** `url` is what phones would be given; `advice` says what speaks against it. */
export function PhoneAddressAdvice({ url, advice }: { url: string; advice: string }) {
  const isPublicHere = location.protocol === 'https:';
  const name = isPublicHere ? location.origin : example;
  return (
    <Notice title={say.addressFirst}>
      <p>{advice}</p>
      {isPublicHere ? (
        <p>{say.openedAt(name)}</p>
      ) : (
        <>
          <p>{say.oneOfThese}</p>
          <ul className="address-ways">
            {waysTo(new URL(url).port || '8080').map(({ name: way, words, line }) => (
              <li key={way}>
                <strong>{way}</strong> {words}
                <CopyLine text={line} label={say.lineFor(way)} />
              </li>
            ))}
          </ul>
          <p>{say.thenStart(example)}</p>
        </>
      )}
      <CopyLine
        text={`TEXTRELAY_PUBLIC_URL=${name} TEXTRELAY_GATEWAY_TRUSTED_PROXIES=127.0.0.1 npm start`}
        label={say.startLine}
      />
      <a className="link" href="/docs/phones#an-address-that-phones-reach">
        {say.moreOnWays}
      </a>
    </Notice>
  );
}
