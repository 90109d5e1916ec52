// Each person's settings of the inbox, and an account's rules for it.
import { Type } from 'typebox';
import { Digest, InboxService } from '../../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import {
  InboxRulesShape,
  InboxSettingsShape,
  renderInboxRules,
  renderInboxSettings,
} from '../../resources/conversations/inbox.ts';
import { boundedText, flag, oneOf } from '../../schemas/kinds.ts';

const { method } = InboxService;

const readSettings = route('GET /api/v1/console/me/inbox', {
  id: 'consoleReadInboxSettings',
  summary: 'Read the person’s settings of the inbox.',
  session: 'session',
  answer: InboxSettingsShape,
  handler: async (request, { ask }) =>
    renderInboxSettings((await ask(method.getInboxSettings, {}, request)).settings),
});

const setSettings = route('PUT /api/v1/console/me/inbox', {
  id: 'consoleSetInboxSettings',
  summary: 'Set the person’s settings of the inbox.',
  session: 'session',
  body: Type.Object(
    { enter_sends: flag('Whether Enter sends the text; otherwise it begins a new line.') },
    { title: 'SetInboxSettings' },
  ),
  answer: InboxSettingsShape,
  handler: async (request, { ask }) => {
    const settings = { enterSends: request.body.enter_sends };
    return renderInboxSettings((await ask(method.setInboxSettings, { settings }, request)).settings);
  },
});

const digests = { never: Digest.UNSPECIFIED, hourly: Digest.HOURLY, daily: Digest.DAILY };
const digestWords = Object.keys(digests) as (keyof typeof digests)[];

const setDigest = route('PUT /api/v1/console/me/digest', {
  id: 'consoleSetDigest',
  summary: 'Set how often a mail brings the person new replies.',
  description: 'The service must send mail, and the person’s address must be verified.',
  session: 'session',
  body: Type.Object(
    {
      digest: oneOf(digestWords, 'never, hourly, or daily: each morning at eight.'),
      time_zone: boundedText(1, 64, 'The time zone of the morning: a name of the IANA database.'),
    },
    { title: 'SetDigest' },
  ),
  answer: InboxSettingsShape,
  handler: async (request, { ask }) => {
    const { digest, time_zone: timeZone } = request.body;
    const asked = { digest: digests[digest], timeZone };
    return renderInboxSettings((await ask(method.setDigest, asked, request)).settings);
  },
});

const readRules = route('GET /api/v1/inbox-rules', {
  id: 'consoleReadInboxRules',
  summary: 'Read the rules for the inbox of the account.',
  session: 'account',
  answer: InboxRulesShape,
  handler: async (request, { ask }) =>
    renderInboxRules((await ask(method.getInboxRules, { accountId: accountOf(request) }, request)).rules),
});

const setRules = route('PUT /api/v1/inbox-rules', {
  id: 'consoleSetInboxRules',
  summary: 'Set the rules for the inbox of the account. Needs the role admin.',
  session: 'account',
  body: Type.Object(
    { mails_words: flag('Whether mails to its people hold the words of texts.') },
    { title: 'SetInboxRules' },
  ),
  answer: InboxRulesShape,
  handler: async (request, { ask }) => {
    const rules = { mailsWords: request.body.mails_words };
    const asked = { accountId: accountOf(request), rules };
    return renderInboxRules((await ask(method.setInboxRules, asked, request)).rules);
  },
});

export const inboxSettingsRoutes: readonly Route[] = [
  readSettings,
  setSettings,
  setDigest,
  readRules,
  setRules,
];
