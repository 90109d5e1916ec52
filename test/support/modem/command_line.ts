// Takes a command line apart (ITU-T V.250 5.2 to 5.4): one or several commands with their parameters.

/** One command. */
export interface Command {
  /** Upper case: "+CMGS", "E", "&F", "D". */
  name: string;
  /** `AT+X`, `AT+X?`, `AT+X=?`, `AT+X=...`. */
  form: 'run' | 'read' | 'test' | 'set';
  /** Behind the `=`, or the number of a basic command; null for a parameter that is left out. */
  args: (string | null)[];
  /** As it was written, upper case. */
  text: string;
}

/** The line behind "AT", or null for one that is no command. What stands before it is noise. */
export function bodyOf(line: string): string | null {
  const start = line.toUpperCase().indexOf('AT');
  return start === -1 ? null : line.slice(start + 2).trim();
}

/** Up to the next semicolon that is not within quotes. */
function untilSemicolon(text: string): string {
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') isQuoted = !isQuoted;
    if (text[index] === ';' && !isQuoted) return text.slice(0, index);
  }
  return text;
}

/** Parameters between commas, without their quotes. */
function splitArgs(text: string): (string | null)[] {
  const args: string[] = [''];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === ',' && !isQuoted) args.push('');
    else args[args.length - 1] += character;
  }
  return args.map((arg) => (arg.trim() === '' ? null : arg.trim().replace(/^"(.*)"$/, '$1')));
}

function extended(text: string): Command {
  const match = /^([+^*#$%&]?[A-Z0-9]+)\s*(.*)$/is.exec(text);
  const [name, rest] = [match?.[1] ?? text, match?.[2] ?? ''];
  const base = { name: name.toUpperCase(), text: text.toUpperCase() };
  if (rest === '') return { ...base, form: 'run', args: [] };
  if (rest === '?') return { ...base, form: 'read', args: [] };
  if (rest === '=?') return { ...base, form: 'test', args: [] };
  if (rest.startsWith('=')) return { ...base, form: 'set', args: splitArgs(rest.slice(1)) };
  return { ...base, name: '', form: 'run', args: [] };
}

/** All commands of a line, in order. */
export function commandsIn(body: string): Command[] {
  const commands: Command[] = [];
  let rest = body;
  while (rest !== '') {
    const basic = /^(&?[A-Z])(\d*)(\?)?/i.exec(rest);
    const isDial = /^D/i.test(rest);
    if (basic !== null && !isDial) {
      const [text, name = '', digits = '', question] = basic;
      const form = question === undefined ? 'run' : 'read';
      commands.push({
        name: name.toUpperCase(),
        form,
        args: digits === '' ? [] : [digits],
        text: text.toUpperCase(),
      });
      rest = rest.slice(text.length).replace(/^[;\s]+/, '');
      continue;
    }
    const text = isDial ? rest : untilSemicolon(rest);
    commands.push(isDial ? { name: 'D', form: 'run', args: [], text: 'D' } : extended(text.trim()));
    rest = rest.slice(text.length).replace(/^[;\s]+/, '');
  }
  return commands;
}
