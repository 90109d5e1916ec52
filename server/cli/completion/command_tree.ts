// The commands as a shell has to know them: what may be typed at each place.
import type { Command } from 'commander';

/** Something that may be typed, and what it is. */
interface Offer {
  word: string;
  about: string;
}

/** A place in the command line: after the words of `path`, which are names of commands. */
export interface Place {
  /** Separated by spaces; empty for the beginning. */
  path: string;
  /** Commands or choices of arguments, and options. */
  offers: Offer[];
  /** The options that take a value, with its choices where there are some. */
  values: { option: string; choices: readonly string[] }[];
}

/** What the installed command takes before the operator's commands. */
const parts: readonly Offer[] = [
  { word: 'start', about: 'everything on this machine' },
  { word: 'core', about: 'a core' },
  { word: 'gateway', about: 'a gateway' },
  { word: 'agent', about: 'a device agent' },
  { word: 'admin', about: "the operator's commands" },
  { word: 'health', about: 'whether the parts that run here are ready' },
];

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The place of a command and of all below it; `inherited` are the options that every one of them takes. */
function placesBelow(command: Command, path: string, inherited: Command): Place[] {
  const options = [...command.options, ...(command === inherited ? [] : inherited.options)];
  const shown = options.filter(({ long, hidden }) => long && !hidden);
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, about: oneLine(description) })),
  );
  const place: Place = {
    path,
    offers: [
      ...command.commands.map((each) => ({ word: each.name(), about: oneLine(each.description()) })),
      ...choices,
      ...shown.map(({ long, description }) => ({ word: long as string, about: oneLine(description) })),
      { word: '--help', about: 'display help' },
    ],
    values: shown
      .filter(({ required, optional }) => required || optional)
      .map(({ long, argChoices = [] }) => ({ option: long as string, choices: argChoices })),
  };
  return [
    place,
    ...command.commands.flatMap((each) => placesBelow(each, `${path} ${each.name()}`, inherited)),
  ];
}

/** Every place of `textrelay`, of which `admin` holds the commands of `program`. */
export const placesOf = (program: Command): Place[] => [
  { path: '', offers: [...parts, { word: '--version', about: 'the version' }], values: [] },
  ...placesBelow(program, 'admin', program),
  { path: 'health', offers: parts.filter(({ word }) => !['admin', 'health'].includes(word)), values: [] },
];
