// What is said first where a phone may not reach the service: how to give it an address that phones reach.
import { CopyLine } from '../../ui/copy_line.tsx';
import { Notice } from '../../ui/notice.tsx';

const example = 'https://texts.example';

/** Ways to a public address, each with a line that makes one for a port of this machine. */
const waysTo = (port: string) => [
  {
    name: 'Tailscale',
    words: 'prints an https:// address that every phone reaches:',
    line: `tailscale funnel ${port}`,
  },
  {
    name: 'A tunnel',
    words: 'by Cloudflare, under a name that you have made for it:',
    line: `cloudflared tunnel run --url http://127.0.0.1:${port} texts`,
  },
  {
    name: 'Caddy',
    words: 'on a machine with a public address and a name of your own:',
    line: `caddy reverse-proxy --from texts.example --to 127.0.0.1:${port}`,
  },
];

/** `url` is what phones would be given; `advice` says what speaks against it. */
export function PhoneAddressAdvice({ url, advice }: { url: string; advice: string }) {
  const isPublicHere = location.protocol === 'https:';
  const name = isPublicHere ? location.origin : example;
  return (
    <Notice title="First, an address that phones reach">
      <p>{advice}</p>
      {isPublicHere ? (
        <p>You have opened this page at {name}. If phones reach that as well, start the service with it:</p>
      ) : (
        <>
          <p>One of these makes one:</p>
          <ul className="address-ways">
            {waysTo(new URL(url).port || '8080').map(({ name: way, words, line }) => (
              <li key={way}>
                <strong>{way}</strong> {words}
                <CopyLine text={line} label={`the line for ${way}`} />
              </li>
            ))}
          </ul>
          <p>Then start the service with your address in place of {example}, and make a new code:</p>
        </>
      )}
      <CopyLine
        text={`TEXTRELAY_PUBLIC_URL=${name} TEXTRELAY_GATEWAY_TRUSTED_PROXIES=127.0.0.1 npm start`}
        label="the line that starts the service"
      />
      <a className="link" href="/docs/phones#an-address-that-phones-reach">
        More on each way
      </a>
    </Notice>
  );
}
