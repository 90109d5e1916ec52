// The preview of a text that is not sent (beyond the promised interface).

import { Type } from 'typebox';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { EncodingSchema, RouteSchema } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { MessagePreview, PreviewDevice } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { publicError } from '../../errors/error_codes.ts';
import { wordsOf } from '../../interface/enum_words.ts';
import {
  flag,
  instant,
  integer,
  nullable,
  nullableOneOf,
  oneOf,
  sentence,
  text,
} from '../../schemas/kinds.ts';
import { instantOrNull, madeOf } from '../../schemas/resource.ts';
import { renderUsage, UsageShape } from '../accounts/usage.ts';

const encodings = wordsOf(EncodingSchema);
const routes = wordsOf(RouteSchema);

const device = madeOf<PreviewDevice>().resource(
  'DryRunDevice',
  'The phone that would most likely have the text.',
  {
    id: integer(1, 'Its id within the account.'),
    name: text('As it was paired.'),
    online: flag('Whether it is online now.'),
  },
  { id: 3, name: 'Front desk', online: true },
);

const { field, resource } = madeOf<MessagePreview>();

export const { Shape: PreviewShape, render: renderPreview } = resource(
  'DryRun',
  'What would become of a text that was sent now.',
  {
    address_norm: field(
      Type.Optional(text('The recipient in E.164 form; absent for a text that is malformed.')),
      ({ addressNorm }) => addressNorm || undefined,
    ),
    segments: field(
      Type.Optional(integer(1, 'Parts that it takes on the air; absent for a text that is malformed.')),
      ({ segments }) => segments || undefined,
    ),
    encoding: field(
      Type.Optional(
        oneOf(encodings.all, 'The alphabet of those parts; absent for a text that is malformed.'),
      ),
      ({ encoding }) => (encoding ? encodings.of(encoding) : undefined),
    ),
    units: integer(0, 'Texts that it would count as: 1, or 0 when nothing would be sent.'),
    route: field(
      Type.Optional(oneOf(routes.all, 'The way it would leave; absent when there is none.')),
      ({ route }) => (route ? routes.of(route) : undefined),
    ),
    device: field(Type.Optional(device.Shape), (preview) => preview.device && device.render(preview.device)),
    carrier: field(
      Type.Optional(text('The carrier that would most likely take it; absent unless the route is gateway.')),
      ({ carrier }) => carrier,
    ),
    leaves_at: nullable(instant('When it would leave; null for at once.')),
    usage: field(Type.Optional(UsageShape), ({ usage }) => usage && renderUsage(usage)),
  },
  { address_norm: '+15005550006', segments: 1, encoding: 'gsm7', units: 1, route: 'device' },
);

/** Refusals of all of the account's texts at the moment, which say nothing of a text by itself. */
const ofAccount: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.ACCOUNT_SUSPENDED,
  ErrorCode.NO_PLAN,
  ErrorCode.NO_SUBSCRIPTION,
  ErrorCode.CAP_REACHED,
  ErrorCode.NO_ROUTE,
  ErrorCode.UNAVAILABLE,
]);

type Checked = Pick<
  MessagePreview,
  'error' | 'addressNorm' | 'segments' | 'encoding' | 'leavesAt' | 'original' | 'differs'
>;

/** Why a text is refused for its own sake. */
const refusalOf = ({ error, segments }: Checked) =>
  error && !(segments > 0 && ofAccount.has(error.code)) ? error : undefined;

const checked = madeOf<Checked>();
const unlessRefused =
  <T>(read: (preview: Checked) => T) =>
  (preview: Checked) =>
    refusalOf(preview) ? null : read(preview);

export const { Shape: CheckedTextShape, render: renderChecked } = checked.resource(
  'CheckedText',
  'Whether a text could be sent.',
  {
    ok: checked.field(
      flag('Whether a send would take it, as far as its form goes.'),
      (preview) => refusalOf(preview) === undefined,
    ),
    address_norm: checked.field(
      nullable(text('The recipient in E.164; null when it is refused.')),
      unlessRefused(({ addressNorm }) => addressNorm),
    ),
    segments: checked.field(
      nullable(integer(1, 'Parts on the air; null when it is refused.')),
      unlessRefused(({ segments }) => segments),
    ),
    encoding: checked.field(
      nullableOneOf(encodings.all, 'The alphabet of those parts; null when it is refused.'),
      unlessRefused(({ encoding }) => encodings.of(encoding)),
    ),
    leaves_at: checked.field(
      nullable(instant('When it would leave; null for at once, and when it is refused.')),
      unlessRefused(({ leavesAt }) => instantOrNull(leavesAt)),
    ),
    sent_at: checked.field(
      nullable(instant('When a text of this client_ref was accepted before; null for a new one.')),
      ({ original }) => instantOrNull(original?.createdAt),
    ),
    differs: flag('Whether that one had another recipient or other words.'),
    error: checked.field(
      nullable(sentence('Why it would be refused; null otherwise.')),
      (preview) => refusalOf(preview)?.message ?? null,
    ),
    code: checked.field(nullable(text('The same for a program.')), (preview) => {
      const refusal = refusalOf(preview);
      return refusal ? publicError(refusal.code).code : null;
    }),
  },
);
