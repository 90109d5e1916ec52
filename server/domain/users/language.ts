// The languages that the service writes to people in.

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** The language that an Accept-Language header prefers among these; undefined if it wants none of them. */
export function preferredLanguage(accepted: string): Language | undefined {
  const wanted = accepted.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { primary: tag.split('-')[0] ?? '', weight: Number(weight ?? 1) };
  });
  return wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ primary }) => primary)
    .find(isLanguage);
}
