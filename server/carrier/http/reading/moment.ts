// Times as companies write them.

type TimeFormat = 'iso' | 'unix_s' | 'unix_ms';

/** A time of ISO 8601, or near it; one that names no zone is meant in UTC, never in that of this machine. */
const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** In milliseconds; undefined for what cannot be read. */
export function readMoment(text: string | undefined, format: TimeFormat): number | undefined {
  const said = text?.trim() ?? '';
  if (format !== 'iso') {
    if (!/^\d{1,14}(?:\.\d{1,9})?$/.test(said)) return undefined;
    return Math.floor(format === 'unix_s' ? Number(said) * 1_000 : Number(said));
  }
  const found = isoForm.exec(said);
  if (!found) return undefined;
  const plain = said
    .replace(' ', 'T')
    .replace(/\s/, '')
    .replace(',', '.')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const atMs = Date.parse(found[1] === undefined && plain.includes('T') ? `${plain}Z` : plain);
  return Number.isNaN(atMs) ? undefined : atMs;
}
