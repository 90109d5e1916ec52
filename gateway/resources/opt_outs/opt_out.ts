// Opt-outs and their settings.
import { Type } from 'typebox';
import {
  type FaultyLine,
  type ImportOptOutsResponse,
  type OptOut,
  type OptOutSettings,
  OptOutSource,
} from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { lineFaultCode, lineFaultOf } from '../../schemas/line_faults.ts';
import { madeOf, names } from '../../schemas/resource.ts';

const sources = names({
  [OptOutSource.KEYWORD]: 'keyword',
  [OptOutSource.API]: 'api',
  [OptOutSource.IMPORT]: 'import',
  [OptOutSource.CONSOLE]: 'console',
});

const { field, resource } = madeOf<OptOut>();

export const { Shape: OptOutShape, render: renderOptOut } = resource(
  'OptOut',
  'A recipient to whom the account sends nothing.',
  {
    address: field(
      text('E.164; of a sender that is a short code or name, its text.'),
      ({ addressNorm }) => addressNorm,
    ),
    since: instant('From then on nothing is accepted for the recipient.'),
    source: field(sources.schema('What set it. START lifts only what a keyword had set.'), ({ source }) =>
      sources.of(source),
    ),
    message_id: nullable(integer(1, 'The text that said so; null for other sources.')),
  },
  { address: '+15005550006', message_id: 18 },
);

const answer = (to: string) => nullable(text(`The answer to ${to}; null for none.`));

export const { Shape: OptOutSettingsShape, render: renderSettings } = madeOf<OptOutSettings>().resource(
  'OptOutSettings',
  'What the account adds to the keywords, and what it answers to them.',
  {
    stop_words: Type.Array(
      text('As it is compared: in lower case, without accents, and without punctuation around it.'),
      {
        description: 'Words that mean stop besides those that all accounts understand.',
      },
    ),
    stop_answer: answer('a stop'),
    start_answer: answer('a start'),
    help_answer: answer('a call for help'),
  },
  {
    stop_words: ['ende'],
    stop_answer: 'You will get no more texts of us. START to get them again.',
    help_answer: 'Example Ltd: delivery notes. STOP to end.',
  },
);

const ofLine = madeOf<FaultyLine>();
const line = ofLine.resource('FaultyLine', 'A line of a file that says nothing usable.', {
  line: integer(1, 'Counted from 1.'),
  error: text('What is wrong with it.'),
  code: ofLine.field(lineFaultCode(), ({ code }) => lineFaultOf(code)),
});

const ofImport = madeOf<ImportOptOutsResponse>();

export const { Shape: OptOutImportShape, render: renderOptOutImport } = ofImport.resource(
  'OptOutImport',
  'What became of a file.',
  {
    added: integer(0, 'Recipients who were opted out now.'),
    known: integer(0, 'Those who had been before, or whom the file lists twice.'),
    faulty: ofImport.field(Type.Array(line.Shape, { description: 'In their order.' }), ({ faulty }) =>
      faulty.map(line.render),
    ),
  },
);
