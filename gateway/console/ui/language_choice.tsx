// The choice of the console's language, kept in this browser, and with the person where one is signed in.
import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { wordsOf } from '../api/ask.ts';
import { chooseLanguage } from '../words/choose.ts';
import { parts as say } from '../words/en/parts.ts';
import { type Language, language, languages } from '../words/language.ts';

type Save = (next: Language) => Promise<unknown>;

/** Changes it at once, and then `save`s it; where its words cannot be loaded, the language stays. */
async function choose(next: Language, save: Save): Promise<void> {
  try {
    await chooseLanguage(next);
  } catch {
    notifications.show({ color: 'red', message: say.noLanguage });
    return;
  }
  await save(next).catch((error: unknown) => notifications.show({ color: 'red', message: wordsOf(error) }));
}

export const LanguageChoice = ({ save = async () => undefined }: { save?: Save }) => (
  <NativeSelect
    className="language-choice"
    size="sm"
    aria-label={say.language}
    value={language()}
    onChange={(event) => void choose(event.currentTarget.value as Language, save)}
    data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
  />
);
