// Changing a key, where null differs from what is left out: it takes all limits away.
import { Type } from 'typebox';
import { AccountKeySchema, type KeyPolicy, KeyPolicySchema } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { nestedBody } from '../interface/bodies.ts';
import { resource } from '../interface/resources.ts';
import { type Route, route } from '../interface/route.ts';
import { boundedText, nullable } from '../schemas/kinds.ts';
import { pathId } from '../schemas/parameters.ts';

const { Shape: KeyShape, render: renderKey } = resource(AccountKeySchema);
const askedPolicy = nestedBody(KeyPolicySchema);

export const changeKey: Route = route('PATCH /api/v1/keys/:id', {
  id: 'consoleChangeKey',
  summary: 'Change a key’s label or policy, which holds from the next text on. Needs the role admin.',
  session: 'account',
  path: { id: pathId('key') },
  body: Type.Object(
    {
      label: Type.Optional(boundedText(0, 100, 'A note to recognise it by; left out, it stays.')),
      policy: Type.Optional(nullable(Type.Unsafe<Record<string, unknown>>(askedPolicy.schema))),
    },
    {
      title: 'ChangeKey',
      description:
        'What to change. A policy takes the place of the old one as a whole; null takes all limits away.',
    },
  ),
  answer: Type.Object({ key: KeyShape }, { title: 'OneAccountKey' }),
  handler: async (request, { ask }) => {
    const { label, policy } = request.body;
    const to =
      policy === null
        ? { case: 'withoutPolicy' as const, value: true }
        : policy && { case: 'policy' as const, value: askedPolicy.read(policy) as unknown as KeyPolicy };
    const asked = { accountId: accountOf(request), id: request.params.id, label, ...(to && { to }) };
    return { key: renderKey((await ask(KeyService.method.changeKey, asked, request)).key) };
  },
});
