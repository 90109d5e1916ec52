// An account key without its secret.
import type { AccountKey } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import { toNumber } from '../integers.ts';
import { instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, renderInstant, resource } from '../resource.ts';

const field = fieldOf<AccountKey>();

export const { Shape: KeyShape, render: renderKey } = resource('Key', 'An account key without its secret.', {
  id: field(integer(1, 'Counted per account.'), ({ id }) => toNumber(id)),
  label: field(text('A note to recognise it by; may be empty.'), ({ label }) => label),
  hint: field(text('Its first and last characters.'), ({ hint }) => hint),
  created_at: field(instant('When it was made.'), ({ createdAt }) => renderInstant(createdAt ?? missing())),
  revoked_at: field(nullable(instant('When it was revoked; null while it works.')), ({ revokedAt }) =>
    instantOrNull(revokedAt),
  ),
  last_used_at: field(nullable(instant('When it was last admitted; null for never.')), ({ lastUsedAt }) =>
    instantOrNull(lastUsedAt),
  ),
});
