// Hooks as an account arranges them. Their calls come in by gateway/hooks.
import { Type } from 'typebox';
import { HookService } from '../../proto/gen/textrelay/v1/hook_service_pb.ts';
import { accountOf, ofKeyAtDoor } from '../edge/app.ts';
import { invalidRequest } from '../edge/errors/errors.ts';
import { DoneAnswer, done } from '../schemas/answers.ts';
import { decidedByCore, integer, nullable, text } from '../schemas/kinds.ts';
import { pathText } from '../schemas/parameters.ts';
import {
  HookPreviewShape,
  HookShape,
  hookSettings,
  readHookSettings,
  renderHook,
  renderHookPreview,
} from '../schemas/resources/hooks/hook.ts';
import { namedIn } from './places.ts';
import { type Route, route } from './route.ts';

const { method } = HookService;

const tag = 'Hooks';
const path = { name: pathText(Type.String({ maxLength: 64, description: 'The hook’s name.' })) };
const HookAnswer = Type.Object({ hook: HookShape }, { title: 'OneHook' });

const listHooks = route('GET /api/v1/hooks', {
  id: 'listHooks',
  tag,
  summary: 'List the hooks.',
  admittedFor: method.listHooks,
  answer: Type.Object(
    { hooks: Type.Array(HookShape, { description: 'In order of name; at most 50.' }) },
    { title: 'Hooks' },
  ),
  handler: async (request, { ask }) => {
    const { hooks } = await ask(method.listHooks, { accountId: accountOf(request) });
    return { hooks: hooks.map(renderHook) };
  },
});

const getHook = route('GET /api/v1/hooks/:name', {
  id: 'getHook',
  tag,
  summary: 'Read a hook: what it does, and when it was last used and refused.',
  admittedFor: method.getHook,
  path,
  answer: HookAnswer,
  handler: async (request, { ask }) => ({
    hook: renderHook((await ask(method.getHook, namedIn(request))).hook),
  }),
});

const putHook = route('PUT /api/v1/hooks/:name', {
  id: 'putHook',
  tag,
  summary: 'Make a hook, or change the one of that name.',
  description:
    'A name has 1 to 64 letters, digits, dots, hyphens and underscores; an account has at most 50 hooks. What is left out has ' +
    'its usual value, but for the secret. Signed calls send for the key that last changed the hook, within its policy. The ' +
    'guide at /docs/incoming-webhooks has the settings for several programs.',
  admittedFor: method.putHook,
  refusals: ['invalid_address'],
  path,
  body: Type.Object(
    {
      ...hookSettings,
      secret: Type.Optional(
        nullable(
          decidedByCore(
            text(
              'By which callers sign, as X-Hub-Signature-256 of GitHub: 16 to 128 printable characters without spaces. Empty: none. ' +
                'A hook keeps its own when it is left out.',
            ),
            { pattern: '^([!-~]{16,128})?$' },
          ),
        ),
      ),
      key_id: Type.Optional(
        nullable(
          integer(
            1,
            'The key that signed calls send with. Only people may set it: a key that changes a hook becomes that key itself.',
          ),
        ),
      ),
    },
    { title: 'PutHook', description: 'The hook’s settings.' },
  ),
  answer: HookAnswer,
  handler: async (request, { ask }) => {
    const { secret, key_id: keyId } = request.body;
    const { admittedKey } = ofKeyAtDoor(request);
    if (admittedKey !== undefined && keyId != null)
      throw invalidRequest('key_id is for people: a hook that a key changes sends for that key');
    const signedFor =
      admittedKey !== undefined
        ? { case: 'admittedKey' as const, value: admittedKey }
        : keyId == null
          ? { case: undefined }
          : { case: 'keyId' as const, value: BigInt(keyId) };
    const asked = { settings: readHookSettings(request.body), signedFor, ...(secret != null && { secret }) };
    return { hook: renderHook((await ask(method.putHook, { ...namedIn(request), ...asked })).hook) };
  },
});

const deleteHook = route('DELETE /api/v1/hooks/:name', {
  id: 'deleteHook',
  tag,
  summary: 'Remove a hook. Its texts stay.',
  admittedFor: method.deleteHook,
  path,
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    await ask(method.deleteHook, namedIn(request));
    return done;
  },
});

/** A body that was parsed is written again, so that the core reads it as it reads those of calls. */
function bytesOf(body: unknown): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(body));
  } catch {
    throw invalidRequest('body must not be nested so deeply');
  }
}

const previewHook = route('POST /api/v1/hooks/:name/preview', {
  id: 'previewHook',
  tag,
  summary: 'See what a hook would make of a call. Nothing is sent.',
  admittedFor: method.previewHook,
  refusals: ['invalid_address'],
  path,
  body: Type.Object(
    {
      body: Type.Unknown({ description: 'The body of the call: an object or a list.' }),
      headers: Type.Optional(
        nullable(
          Type.Object(
            {
              'x-github-event': Type.Optional(text('The event of GitHub.')),
              'x-github-delivery': Type.Optional(text('The id of a delivery of GitHub.')),
              'idempotency-key': Type.Optional(text('Names the event where event_id is empty.')),
            },
            { title: 'HookHeaders', description: 'The headers of the call that a hook looks at.' },
          ),
        ),
      ),
      hook: Type.Optional(
        nullable(
          Type.Object(hookSettings, {
            title: 'TriedHook',
            description: 'Settings to try. Left out: those of the hook of that name, which must be there.',
          }),
        ),
      ),
    },
    { title: 'PreviewHook', description: 'A call, and the settings to try on it.' },
  ),
  answer: Type.Object({ preview: HookPreviewShape }, { title: 'PreviewedHook' }),
  handler: async (request, { ask }) => {
    const { body, headers, hook } = request.body;
    const texts = Object.entries(headers ?? {}).filter(([, value]) => typeof value === 'string');
    const call = { body: bytesOf(body), headers: Object.fromEntries(texts) };
    const asked = { call, ...(hook && { settings: readHookSettings(hook) }) };
    return { preview: renderHookPreview(await ask(method.previewHook, { ...namedIn(request), ...asked })) };
  },
});

export const hookRoutes: readonly Route[] = [listHooks, getHook, putHook, deleteHook, previewHook];
