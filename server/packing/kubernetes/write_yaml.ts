// Manifests as YAML, as people read and change them. Writes objects, lists, texts, numbers and truths, which is all that they
// hold; every text that could be read as anything else is quoted.

const plain = /^[A-Za-z/][A-Za-z0-9_./-]*$/;
const isWordOfYaml = (text: string) => /^(true|false|yes|no|on|off|null|y|n)$/i.test(text);

const writeText = (text: string) => (plain.test(text) && !isWordOfYaml(text) ? text : JSON.stringify(text));

function writeValue(value: unknown, indent: string): string {
  if (typeof value === 'string') return ` ${writeText(value)}`;
  if (typeof value !== 'object' || value === null) return ` ${String(value)}`;
  if (Object.keys(value).length === 0) return Array.isArray(value) ? ' []' : ' {}';
  return `\n${writeLines(value, indent)}`;
}

function writeLines(value: object, indent: string): string {
  if (Array.isArray(value))
    return value
      .map((item) => `${indent}-${writeValue(item, `${indent}  `).replace(/^\n\s*/, ' ')}`)
      .join('\n');
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return fields
    .map(([name, field]) => `${indent}${writeText(name)}:${writeValue(field, `${indent}  `)}`)
    .join('\n');
}

/** Writes documents, each after a line that divides it from the one before. */
export const writeYaml = (documents: readonly object[]): string =>
  `${documents.map((document) => `---\n${writeLines(document, '')}`).join('\n')}\n`;
