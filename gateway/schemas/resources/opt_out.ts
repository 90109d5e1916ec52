// Opt-outs and their settings.
import { Type } from 'typebox';
import {
  type OptOut,
  type OptOutSettings,
  OptOutSource,
} from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, missing, names, numberOrNull, renderInstant, resource } from '../resource.ts';

const sources = names({
  [OptOutSource.KEYWORD]: 'keyword',
  [OptOutSource.API]: 'api',
  [OptOutSource.IMPORT]: 'import',
  [OptOutSource.CONSOLE]: 'console',
});

const field = fieldOf<OptOut>();

export const {
  Shape: OptOutShape,
  render: renderOptOut,
  example: exampleOptOut,
} = resource('OptOut', 'A recipient to whom the account sends nothing.', {
  address: field(
    text('E.164; of a sender that is a short code or name, its text.'),
    ({ addressNorm }) => addressNorm,
    '+15005550006',
  ),
  since: field(
    instant('From then on nothing is accepted for the recipient.'),
    ({ since }) => renderInstant(since ?? missing()),
    '2026-11-21T08:31:02.480Z',
  ),
  source: field(
    sources.schema('What set it. START lifts only what a keyword had set.'),
    ({ source }) => sources.of(source),
    'keyword',
  ),
  message_id: field(
    nullable(integer(1, 'The text that said so; null for other sources.')),
    ({ messageId }) => numberOrNull(messageId),
    18,
  ),
});

const setting = fieldOf<OptOutSettings>();
const answer = (to: string) => nullable(text(`The answer to ${to}; null for none.`));

export const {
  Shape: OptOutSettingsShape,
  render: renderSettings,
  example: exampleSettings,
} = resource('OptOutSettings', 'What the account adds to the keywords, and what it answers to them.', {
  stop_words: setting(
    Type.Array(text('As it is compared: in lower case, without punctuation at its end.'), {
      description: 'Words that mean stop besides those that all accounts understand.',
    }),
    ({ stopWords }) => stopWords,
    ['abmelden'],
  ),
  stop_answer: setting(
    answer('a stop'),
    ({ stopAnswer }) => stopAnswer ?? null,
    'You will get no more texts of us. START to get them again.',
  ),
  start_answer: setting(answer('a start'), ({ startAnswer }) => startAnswer ?? null, null),
  help_answer: setting(
    answer('a call for help'),
    ({ helpAnswer }) => helpAnswer ?? null,
    'Example Ltd: delivery notes. STOP to end.',
  ),
});
