// A platform key without its secret, and a platform as an account sees it.
import type { Platform, PlatformKey } from '../../../proto/gen/textrelay/v1/platform_pb.ts';
import { toNumber } from '../integers.ts';
import { instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, renderInstant, resource } from '../resource.ts';

const field = fieldOf<PlatformKey>();

export const { Shape: PlatformKeyShape, render: renderPlatformKey } = resource(
  'PlatformKey',
  'A platform key without its secret.',
  {
    id: field(integer(1, 'What the integrator gives to account owners, who link it.'), ({ id }) =>
      toNumber(id),
    ),
    name: field(text('The integrator’s name.'), ({ name }) => name),
    hint: field(text('Its first and last characters.'), ({ hint }) => hint),
    created_at: field(instant('When it was issued.'), ({ createdAt }) =>
      renderInstant(createdAt ?? missing()),
    ),
    revoked_at: field(nullable(instant('When it was ended; null while it works.')), ({ revokedAt }) =>
      instantOrNull(revokedAt),
    ),
  },
);

const platformField = fieldOf<Platform>();

export const { Shape: PlatformShape, render: renderPlatform } = resource(
  'Platform',
  'A platform that may act for the account.',
  {
    id: platformField(integer(1, 'Names it.'), ({ id }) => toNumber(id)),
    name: platformField(text('The integrator’s name.'), ({ name }) => name),
    linked_at: platformField(instant('Since when it may act for the account.'), ({ linkedAt }) =>
      renderInstant(linkedAt ?? missing()),
    ),
  },
);
