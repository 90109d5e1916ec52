// What answers about opt-outs hold around them.
import { Type } from 'typebox';
import { integer, nullable, text } from './kinds.ts';
import { OptOutShape } from './resources/opt_out.ts';

export const OptOutsAnswer = Type.Object(
  {
    opt_outs: Type.Array(OptOutShape, { description: 'Newest first.' }),
    next_cursor: nullable(text('What to pass as cursor for the next page; null on the last one.')),
  },
  { title: 'OptOutPage', description: 'A page of opt-outs.' },
);

export const OptOutAnswer = Type.Object({ opt_out: OptOutShape }, { title: 'OneOptOut' });

const FaultyLine = Type.Object(
  {
    line: integer(1, 'Counted from 1.'),
    error: text('What is wrong with it.'),
  },
  { title: 'FaultyLine', description: 'A line of a file that says nothing usable.' },
);

export const ImportAnswer = Type.Object(
  {
    added: integer(0, 'Recipients who were opted out now.'),
    known: integer(0, 'Those who had been before, or whom the file lists twice.'),
    faulty: Type.Array(FaultyLine, { description: 'In their order.' }),
  },
  { title: 'OptOutImport', description: 'What became of a file.' },
);
