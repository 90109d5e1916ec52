// Which language the console is in: the one that was chosen in this browser, else the first of the browser's that there is. A
// catalogue is loaded when it is needed.
import { keep, readKept } from '../api/kept.ts';
import { type Catalogue, isLanguage, type Language, speak } from './language.ts';

const keptAs = 'textrelay-language';

/** How the catalogues are loaded; English comes with the pages. */
const loaders: Partial<Record<Language, () => Promise<Catalogue>>> = {
  de: async () => (await import('./de/catalogue.ts')).catalogue,
};

function wanted(): Language {
  const kept = readKept<unknown>(localStorage, keptAs);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((each) => each.split('-')[0]).find(isLanguage) ?? 'en';
}

async function use(language: Language): Promise<void> {
  const catalogue = (await loaders[language]?.()) ?? {};
  document.documentElement.lang = language;
  speak(language, catalogue);
}

/** Before anything is shown. Where a catalogue cannot be loaded, the console is in English. */
export const startLanguage = (): Promise<void> => use(wanted()).catch(() => use('en'));

/** Changes the language, here and at the next visit. Throws where its words cannot be loaded. */
export async function chooseLanguage(next: Language): Promise<void> {
  await use(next);
  keep(localStorage, keptAs, next);
}

/** Does what makes the browser forget what is kept, and keeps the language that was chosen. */
export async function keepingLanguage<Done>(work: () => Promise<Done>): Promise<Done> {
  const kept = readKept<unknown>(localStorage, keptAs);
  try {
    return await work();
  } finally {
    keep(localStorage, keptAs, kept);
  }
}
