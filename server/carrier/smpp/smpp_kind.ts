// The kind `smpp` in the carriers file, and its settings.
import { type Static, Type } from 'typebox';
import { isCertificate } from '../certificate.ts';
import { defineCarrierKind } from '../kind.ts';
import { SmppCarrier, type SmppSettings } from './smpp_carrier.ts';

const asciiText = (most: number) => Type.String({ maxLength: most, pattern: '^[\\x20-\\x7e]*$' });
const addressTypes = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 255 }));

// Defaults are filled in below.
const settings = Type.Object({
  host: Type.String({ maxLength: 255, pattern: '^[^\\s/]+$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** true: TLS with the system's authorities and the host as name. */
  tls: Type.Optional(
    Type.Union([
      Type.Boolean(),
      Type.Object(
        {
          /** PEM. */
          ca: Type.Optional(Type.String({ minLength: 1 })),
          server_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        },
        { additionalProperties: false },
      ),
    ]),
  ),
  // The lengths are those of bind_transceiver (SMPP 3.4, 4.1.5).
  system_id: asciiText(15),
  password: asciiText(8),
  system_type: Type.Optional(asciiText(12)),
  connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
  /** Submits under way on each connection. */
  window: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** Of all connections together; no limit when absent. */
  texts_per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** Silence after which the link is tested. */
  enquire_after_s: Type.Optional(Type.Integer({ minimum: 5, maximum: 3_600 })),
  response_timeout_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 300 })),
  /** The meaning of data_coding 0 there. */
  default_alphabet: Type.Optional(Type.Enum(['gsm7', 'latin1'])),
  long_texts: Type.Optional(Type.Enum(['udh', 'sar', 'message_payload'])),
  /** How the name of a text in its receipt differs from that in the answer to its submit. */
  receipt_id: Type.Optional(Type.Enum(['as_is', 'hex_to_decimal', 'decimal_to_hex'])),
  /** What a command_status means there, by its hexadecimal number. */
  statuses: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^0x[0-9A-Fa-f]{1,8}$' }),
      Type.Enum(['retry', 'rejected_by_network', 'carrier_failed']),
      { additionalProperties: false, maxProperties: 100 },
    ),
  ),
  validity: Type.Optional(Type.Enum(['relative', 'absolute', 'off'])),
  service_type: Type.Optional(asciiText(5)),
  // Automatic when absent.
  source_ton: addressTypes(),
  source_npi: addressTypes(),
  destination_ton: addressTypes(),
  destination_npi: addressTypes(),
});

type Settings = Static<typeof settings>;

/** An SMSC. */
export const smppKind = defineCarrierKind({
  kind: 'smpp',
  settings,
  errorsOf: ({ tls }) => {
    const ca = typeof tls === 'object' ? tls.ca : undefined;
    return ca === undefined || isCertificate(ca) ? [] : ['tls.ca must be a PEM certificate'];
  },
  create: (settings, context) => new SmppCarrier(toSmppSettings(settings), context),
});

function toSmppSettings(settings: Settings): SmppSettings {
  const { tls } = settings;
  const secure = typeof tls === 'object' ? { ca: tls.ca, serverName: tls.server_name } : {};
  return {
    session: {
      host: settings.host,
      port: settings.port,
      ...(tls !== undefined && tls !== false && { tls: secure }),
      systemId: settings.system_id,
      password: settings.password,
      systemType: settings.system_type ?? '',
      enquireAfterMs: (settings.enquire_after_s ?? 30) * 1_000,
      responseTimeoutMs: (settings.response_timeout_s ?? 30) * 1_000,
    },
    submit: {
      serviceType: settings.service_type ?? '',
      source: { ton: settings.source_ton, npi: settings.source_npi },
      destination: { ton: settings.destination_ton, npi: settings.destination_npi },
      alphabet: settings.default_alphabet ?? 'gsm7',
      longTexts: settings.long_texts ?? 'udh',
      validity: settings.validity ?? 'relative',
    },
    receiptId: settings.receipt_id ?? 'as_is',
    statuses: new Map(
      Object.entries(settings.statuses ?? {}).map(([status, means]) => [Number(status), means]),
    ),
    connections: settings.connections ?? 1,
    window: settings.window ?? 100,
    textsPerSecond: settings.texts_per_second ?? null,
  };
}
