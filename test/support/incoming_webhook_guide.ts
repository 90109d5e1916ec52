// The settings of incoming webhooks as the guide for people prints them, so that what is tested is what is read there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guide = readFileSync(
  join(import.meta.dirname, '../../gateway/docs/guides/incoming-webhooks.md'),
  'utf8',
);

const chapterOf = (title: string): string => {
  const chapter = guide.split(`\n## ${title}\n`)[1]?.split('\n## ')[0];
  if (chapter === undefined) throw new Error(`the guide has no chapter ${title}`);
  return chapter;
};

const found = (chapter: string, pattern: RegExp): string => {
  const [, text] = pattern.exec(chapter) ?? [];
  if (text === undefined) throw new Error(`the guide has nothing like ${pattern}`);
  return text;
};

/** The template and the event that a chapter names in its text. */
export const namedIncomingWebhook = (title: string): { template: string; event_id: string } => {
  const chapter = chapterOf(title);
  return {
    template: found(chapter, /Template\s`([^`]+)`/),
    event_id: found(chapter, /event\s`([^`]+)`/),
  };
};

/** The incoming webhook that a chapter makes with curl. */
export const typedIncomingWebhook = (
  title: string,
): { template: string; event_id: string; secret?: string } =>
  JSON.parse(found(chapterOf(title), /-X PUT[\s\S]*?-d '([^']+)'/));

/** The bodies that a chapter calls its incoming webhook with: JSON, and the fields of a form. */
export const typedCalls = (title: string): { json: object; form: string } => {
  const chapter = chapterOf(title);
  const form = found(chapter, /(-d \w+=[^\n]+)/);
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of form.matchAll(/(?:-d|--data-urlencode) (\w+)=(\S+)/g))
    fields.set(name, value);
  return {
    json: JSON.parse(found(chapter, /\/hooks\/\w+ -u[^\n]*? -d '([^']+)'/)),
    form: String(fields),
  };
};
