// What another program says of itself in English, such as a carrier or the agent beside a modem, as its words.
import { type English, inEnglish } from './english.ts';
import { language } from './language.ts';

/** The sentence; in other languages it is shown as a quotation in English. */
export const Quoted = ({ words }: { words: English }) =>
  language() === 'en' ? inEnglish(words) : <q lang="en">{inEnglish(words)}</q>;
