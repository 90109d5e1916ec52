// A sentence of the catalogue with parts of the page in it: `{at}` is one, and the words between `<link>` and `</link>` are put
// into one. So each language puts them where they belong.
import { Fragment, type ReactNode } from 'react';

type Part = ReactNode | ((words: string) => ReactNode);

const places = /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/g;

function* piecesOf(words: string, parts: Readonly<Record<string, Part>>): Generator<ReactNode> {
  let end = 0;
  for (const { index, 0: place, 1: name = '', 2: around = '', 3: inside = '' } of words.matchAll(places)) {
    yield words.slice(end, index);
    const part = parts[name || around];
    yield typeof part === 'function' ? part(inside) : part;
    end = index + place.length;
  }
  yield words.slice(end);
}

export const Say = ({ words, parts }: { words: string; parts: Readonly<Record<string, Part>> }) =>
  [...piecesOf(words, parts)].map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have no other name
    <Fragment key={index}>{piece}</Fragment>
  ));
