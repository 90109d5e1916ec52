// Words with a hyphen, which a narrow line may not part: “e-mail” is one word.
import { Fragment } from 'react';

export const Unbroken = ({ words }: { words: string }) =>
  words.split(/(\S+-\S+)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a title have no other name
    <Fragment key={index}>
      {index % 2 === 1 && part.length < 16 ? <span className="unbroken">{part}</span> : part}
    </Fragment>
  ));
