// What a client says it takes: pages, and compressed answers.

/** The encodings that answers are kept in, the smallest first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Whether a client wants to read a page: browsers name it, programs take anything. */
export const wantsPage = (accept: string | undefined): boolean => /\btext\/html\b/i.test(accept ?? '');

/** The smallest encoding that a client takes; undefined for one that takes none. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const takes = (name: string) =>
    accepted?.split(',').some((part) => {
      const [encoding, weight] = part.trim().split(/\s*;\s*q=/);
      return encoding?.toLowerCase() === name && Number(weight ?? 1) > 0;
    });
  return encodings.find(takes);
}
