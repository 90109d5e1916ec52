// The meaning of the network's error codes, with advice; for pairing and for `doctor`.

/** A problem in plain English. */
interface Trouble {
  /** The error in words. */
  detail: string;
  /** The advice. */
  advice: string;
}

const ownAuthority =
  "If the core's certificate comes from a CA of your own, set NODE_EXTRA_CA_CERTS to that CA's PEM file in the agent's environment.";
const wrongClock = "Check this machine's clock; if it is right, the core needs a new certificate.";
const noRoute = 'Check that this machine is online, and the firewalls on the way.';
const plainHttp = 'Pair with the address that starts with http://, or let the core speak TLS.';

const troubles: Readonly<Record<string, Trouble>> = {
  ENOTFOUND: {
    detail: 'nobody knows that name',
    advice: 'Check the spelling of the name, and that it is in the DNS.',
  },
  EAI_AGAIN: {
    detail: 'the DNS does not answer',
    advice: "Check that this machine is online and has a DNS server (its resolver's settings).",
  },
  ECONNREFUSED: {
    detail: 'nothing listens there',
    advice: 'Check that the core runs, its TEXTRELAY_DEVICE_LISTEN, and the port.',
  },
  ETIMEDOUT: { detail: 'no answer', advice: noRoute },
  EHOSTUNREACH: { detail: 'that machine cannot be reached', advice: noRoute },
  ENETUNREACH: { detail: 'that network cannot be reached', advice: noRoute },
  EACCES: { detail: 'the system forbids the connection', advice: 'Check the firewall of this machine.' },
  ECONNRESET: {
    detail: 'the connection was cut',
    advice: 'If the core speaks TLS, pair with an address that starts with https://; else try again.',
  },
  HPE_INVALID_CONSTANT: {
    detail: 'what answers speaks no HTTP',
    advice: 'If the core speaks TLS, pair with an address that starts with https://.',
  },
  EPROTO: { detail: 'what answers speaks no TLS', advice: plainHttp },
  ERR_SSL_WRONG_VERSION_NUMBER: { detail: 'what answers speaks no TLS', advice: plainHttp },
  ERR_SSL_PACKET_LENGTH_TOO_LONG: { detail: 'what answers speaks no TLS', advice: plainHttp },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    detail: 'its certificate is for another name',
    advice: 'Pair with a name that stands in the certificate.',
  },
  CERT_HAS_EXPIRED: { detail: 'its certificate has expired', advice: wrongClock },
  CERT_NOT_YET_VALID: { detail: 'its certificate is not valid yet', advice: wrongClock },
  DEPTH_ZERO_SELF_SIGNED_CERT: { detail: 'its certificate vouches for itself only', advice: ownAuthority },
  SELF_SIGNED_CERT_IN_CHAIN: { detail: 'its certificate is of an unknown authority', advice: ownAuthority },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    detail: 'its certificate is of an unknown authority',
    advice: ownAuthority,
  },
  UNABLE_TO_GET_ISSUER_CERT: { detail: 'its certificate is of an unknown authority', advice: ownAuthority },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    detail: 'its certificate is of an unknown authority',
    advice: ownAuthority,
  },
};

/** The trouble behind an error's code, as Node gives them. The code is named too, for who wants to look it up. */
export function troubleOf(code: string): Trouble {
  const known = troubles[code];
  if (known !== undefined) return { ...known, detail: `${known.detail} (${code})` };
  if (/^(CERT_|UNABLE_TO_|ERR_SSL_|ERR_TLS_)/.test(code))
    return { detail: `its TLS cannot be trusted (${code})`, advice: ownAuthority };
  return { detail: `it cannot be reached (${code})`, advice: noRoute };
}
