// The embedded PostgreSQL's buffers follow the memory that there is.
import { expect, test } from 'vitest';
import { buffersFor, settingArgs } from './settings.ts';

const mebibyte = 1024 * 1024;

test.each([
  [512, 128],
  [2_047, 128],
  [4_096, 256],
  [16_384, 1_024],
  [262_144, 1_024],
])('with %i MB of memory PostgreSQL has %i MB of buffers', (memory, buffers) => {
  expect(buffersFor(memory * mebibyte)).toBe(buffers * mebibyte);
  expect(settingArgs({ isThrowAway: false, memoryBytes: memory * mebibyte })).toContain(
    `shared_buffers=${buffers}MB`,
  );
});
