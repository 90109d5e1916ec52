import { expect, test } from 'vitest';
import { renderLogLine } from './log_lines.ts';

const entry = (fields: object) =>
  `${JSON.stringify({ level: 30, time: new Date(2026, 10, 20, 9, 5, 7).getTime(), process: 'agent', ...fields })}\n`;

test('an entry is one line with its time of day, its level, its words and its details', () => {
  expect(renderLogLine(entry({ connects: 2, msg: 'link up' }))).toBe(
    '09:05:07 info     link up  connects=2\n',
  );
  expect(
    renderLogLine(entry({ level: 40, problem: 'no_sim', detail: 'There is no SIM.', msg: 'texts wait' })),
  ).toBe('09:05:07 warning  texts wait  problem=no_sim  detail="There is no SIM."\n');
});

test('control characters do not reach the terminal', () => {
  const line = renderLogLine(entry({ msg: 'a\u001b[31mb\nc', detail: '\u202e' }));
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(line).toContain('a?[31mb?c');
});

test('what is no entry is written as it is', () => {
  expect(renderLogLine('words\n')).toBe('words\n');
});
