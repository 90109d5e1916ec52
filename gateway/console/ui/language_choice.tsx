// The choice of the console's language, kept in this browser.
import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { chooseLanguage } from '../words/choose.ts';
import { parts as say } from '../words/en/parts.ts';
import { type Language, language, languages } from '../words/language.ts';

/** Changes it at once; where its words cannot be loaded, the language stays. */
const choose = (next: Language): void =>
  void chooseLanguage(next).catch(() => notifications.show({ color: 'red', message: say.noLanguage }));

export const LanguageChoice = () => (
  <NativeSelect
    className="language-choice"
    size="sm"
    aria-label={say.language}
    value={language()}
    onChange={(event) => choose(event.currentTarget.value as Language)}
    data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
  />
);
