// The keys of accounts and of platforms, without their secrets, and a platform as an account sees it.
import type { AccountKey } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import type { KeyRefusal } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { Integration, PlatformKey } from '../../../proto/gen/textrelay/v1/platform_pb.ts';
import { instant, integer, nullable, sentence, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';
import { PolicyField, policyOf } from './key_policy.ts';

const ofKey = madeOf<AccountKey>();

export const { Shape: KeyShape, render: renderKey } = ofKey.resource(
  'Key',
  'An account key without its secret.',
  {
    id: integer(1, 'Counted per account.'),
    label: text('A note to recognise it by; may be empty.'),
    hint: text('Its first and last characters.'),
    created_at: instant('When it was made.'),
    revoked_at: nullable(instant('When it was revoked; null while it works.')),
    last_used_at: nullable(instant('When it was last admitted; null for never.')),
    policy: ofKey.field(PolicyField, policyOf),
    sandbox_account: ofKey.field(
      nullable(
        integer(
          1,
          'The sandbox that it acts for, an account of its own; null for a key of the account itself.',
        ),
      ),
      ({ sandboxOf, accountId }) => (sandboxOf === undefined ? null : Number(accountId)),
    ),
  },
);

export const { Shape: KeyRefusalShape, render: renderKeyRefusal } = madeOf<KeyRefusal>().resource(
  'KeyRefusal',
  'What a key’s limits refused, however often it was asked.',
  {
    code: text('The code of the error.'),
    address_norm: text(
      'The recipient of the text; empty where it was not the recipient that was refused, or no text.',
    ),
    message: sentence('The error’s words: which limit, and what would be allowed.'),
    times: integer(1, 'How often.'),
    first_at: instant('When it was first refused.'),
    last_at: instant('When it was last refused.'),
  },
);

export const { Shape: PlatformKeyShape, render: renderPlatformKey } = madeOf<PlatformKey>().resource(
  'PlatformKey',
  'A platform key without its secret.',
  {
    id: integer(1, 'What the integrator gives to account owners, who link it.'),
    name: text('The integrator’s name.'),
    hint: text('Its first and last characters.'),
    created_at: instant('When it was issued.'),
    revoked_at: nullable(instant('When it was ended; null while it works.')),
  },
);

export const { Shape: IntegrationShape, render: renderIntegration } = madeOf<Integration>().resource(
  'Integration',
  'A platform that may act for the account.',
  {
    id: integer(1, 'Names it.'),
    name: text('The integrator’s name.'),
    linked_at: instant('Since when it may act for the account.'),
  },
);
