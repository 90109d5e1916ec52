// The keys of accounts and of platforms, and the platforms that may act for an account.
import { Type } from 'typebox';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import {
  IntegrationShape,
  KeyRefusalShape,
  KeyShape,
  PlatformKeyShape,
  renderIntegration,
  renderKey,
  renderKeyRefusal,
  renderPlatformKey,
} from '../resources/keys/key.ts';
import { AskedPolicy, readPolicy } from '../resources/keys/key_policy.ts';
import { DoneAnswer, done, pageAnswer } from '../schemas/answers.ts';
import { boundedText, flag, nameText, nullable, text } from '../schemas/kinds.ts';
import { idCursor, pageOf, pathId } from '../schemas/parameters.ts';

const ofKeys = KeyService.method;
const ofPlatforms = PlatformService.method;

const secret = text('The key itself: shown this once.');
const platformPath = { id: pathId('platform', 'The integrator’s name.') };

const listKeys = route('GET /api/v1/keys', {
  id: 'consoleListKeys',
  summary: 'List the account’s keys. Needs the role admin.',
  session: 'account',
  query: pageOf('keys', idCursor),
  answer: pageAnswer('keys', KeyShape, 'In order of id, with those that were revoked in the last 90 days.', {
    title: 'Keys',
  }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { keys, nextCursor } = await ask(ofKeys.listKeys, asked, request);
    return { keys: keys.map(renderKey), next_cursor: nextCursor?.toString() ?? null };
  },
});

const createKey = route('POST /api/v1/keys', {
  id: 'consoleMakeKey',
  summary: 'Make a key; its secret is answered this once. Needs the role admin.',
  session: 'account',
  body: Type.Object(
    {
      label: Type.Optional(boundedText(0, 100, 'A note to recognise it by.')),
      policy: Type.Optional(nullable(AskedPolicy)),
      sandbox: Type.Optional(
        flag(
          'True for a key of the sandbox: its texts reach simulators alone and cost no quota. Left out: false.',
        ),
      ),
    },
    { title: 'MakeKey' },
  ),
  answer: Type.Object({ key: KeyShape, secret }, { title: 'NewKey' }),
  handler: async (request, { ask }) => {
    const { label, policy, sandbox } = request.body;
    const asked = {
      ...{ accountId: accountOf(request), label, sandbox },
      ...(policy && { policy: readPolicy(policy) }),
    };
    const made = await ask(ofKeys.createKey, asked, request);
    return { key: renderKey(made.key), secret: made.secret };
  },
});

const changeKey = route('PATCH /api/v1/keys/:id', {
  id: 'consoleChangeKey',
  summary: 'Change a key’s label or policy, which holds from the next text on. Needs the role admin.',
  session: 'account',
  path: { id: pathId('key') },
  body: Type.Object(
    {
      label: Type.Optional(boundedText(0, 100, 'A note to recognise it by; left out, it stays.')),
      policy: Type.Optional(nullable(AskedPolicy)),
    },
    {
      title: 'ChangeKey',
      description:
        'What to change. A policy takes the place of the old one as a whole; null takes all limits away.',
    },
  ),
  answer: Type.Object({ key: KeyShape }, { title: 'ChangedKey' }),
  handler: async (request, { ask }) => {
    const { label, policy } = request.body;
    const to =
      policy === null
        ? { case: 'withoutPolicy' as const, value: true }
        : policy && { case: 'policy' as const, value: readPolicy(policy) };
    const asked = {
      ...{ accountId: accountOf(request), keyId: request.params.id, label },
      ...(to && { to }),
    };
    return { key: renderKey((await ask(ofKeys.changeKey, asked, request)).key) };
  },
});

const listRefusals = route('GET /api/v1/keys/:id/refusals', {
  id: 'consoleListKeyRefusals',
  summary: 'List what a key’s limits refused in the last 90 days. Needs the role admin.',
  session: 'account',
  path: { id: pathId('key') },
  answer: Type.Object(
    { refusals: Type.Array(KeyRefusalShape, { description: 'Newest first, at most 200.' }) },
    { title: 'KeyRefusals' },
  ),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), keyId: request.params.id };
    return { refusals: (await ask(ofKeys.listKeyRefusals, asked, request)).refusals.map(renderKeyRefusal) };
  },
});

const revokeKey = route('DELETE /api/v1/keys/:id', {
  id: 'consoleEndKey',
  summary: 'End a key: its next request is refused. Needs the role admin.',
  session: 'account',
  path: { id: pathId('key') },
  answer: Type.Object({ key: KeyShape }, { title: 'OneKey' }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), keyId: request.params.id };
    return { key: renderKey((await ask(ofKeys.revokeKey, asked, request)).key) };
  },
});

const listPlatformKeys = route('GET /api/v1/operator/platform-keys', {
  id: 'consoleListPlatformKeys',
  summary: 'List platform keys. For the operator.',
  session: 'session',
  query: pageOf('keys', idCursor),
  answer: pageAnswer(
    'keys',
    PlatformKeyShape,
    'In order of id, with those that were ended in the last 90 days.',
    { title: 'PlatformKeys' },
  ),
  handler: async (request, { ask }) => {
    const { keys, nextCursor } = await ask(ofPlatforms.listPlatformKeys, request.query, request);
    return { keys: keys.map(renderPlatformKey), next_cursor: nextCursor?.toString() ?? null };
  },
});

const createPlatformKey = route('POST /api/v1/operator/platform-keys', {
  id: 'consoleIssuePlatformKey',
  summary: 'Issue a platform key; its secret is answered this once. For the operator.',
  session: 'session',
  body: Type.Object({ name: nameText('The integrator’s name.') }, { title: 'IssuePlatformKey' }),
  answer: Type.Object({ key: PlatformKeyShape, secret }, { title: 'NewPlatformKey' }),
  handler: async (request, { ask }) => {
    const made = await ask(ofPlatforms.createPlatformKey, { name: request.body.name }, request);
    return { key: renderPlatformKey(made.key), secret: made.secret };
  },
});

const revokePlatformKey = route('DELETE /api/v1/operator/platform-keys/:id', {
  id: 'consoleEndPlatformKey',
  summary: 'End a platform key: its next request is refused. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('platform key', 'The key.') },
  answer: Type.Object({ key: PlatformKeyShape }, { title: 'OnePlatformKey' }),
  handler: async (request, { ask }) => {
    const asked = { platformKeyId: request.params.id };
    return { key: renderPlatformKey((await ask(ofPlatforms.revokePlatformKey, asked, request)).key) };
  },
});

const listIntegrations = route('GET /api/v1/integrations', {
  id: 'consoleListIntegrations',
  summary: 'List the platforms that may act for the account. Needs the role admin.',
  session: 'account',
  query: pageOf('integrations', idCursor),
  answer: pageAnswer('integrations', IntegrationShape, 'In order of id.', { title: 'Integrations' }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { integrations, nextCursor } = await ask(ofPlatforms.listIntegrations, asked, request);
    return { integrations: integrations.map(renderIntegration), next_cursor: nextCursor?.toString() ?? null };
  },
});

const getIntegration = route('GET /api/v1/integrations/:id', {
  id: 'consoleGetIntegration',
  summary: 'Read a platform that is linked. Needs the role admin.',
  session: 'account',
  path: platformPath,
  answer: IntegrationShape,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), platformId: request.params.id };
    return renderIntegration((await ask(ofPlatforms.getIntegration, asked, request)).integration);
  },
});

const linkPlatform = route('PUT /api/v1/integrations/:id', {
  id: 'consoleLinkPlatform',
  summary: 'Let a platform read the account’s usage and change its plan. Needs the role admin.',
  session: 'account',
  path: platformPath,
  answer: IntegrationShape,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), platformId: request.params.id };
    return renderIntegration((await ask(ofPlatforms.linkPlatform, asked, request)).integration);
  },
});

const unlinkPlatform = route('DELETE /api/v1/integrations/:id', {
  id: 'consoleUnlinkPlatform',
  summary: 'Stop a platform from acting for the account. Needs the role admin.',
  session: 'account',
  path: platformPath,
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), platformId: request.params.id };
    await ask(ofPlatforms.unlinkPlatform, asked, request);
    return done;
  },
});

export const keyRoutes: readonly Route[] = [
  listKeys,
  createKey,
  changeKey,
  listRefusals,
  revokeKey,
  listPlatformKeys,
  createPlatformKey,
  revokePlatformKey,
  listIntegrations,
  getIntegration,
  linkPlatform,
  unlinkPlatform,
];
