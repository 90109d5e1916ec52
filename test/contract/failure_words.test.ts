// Every word that a failed text's error may begin with is described to those who have to act on it.
import { expect, test } from 'vitest';
import { writeGuide } from '../../gateway/guide/guide.ts';
import { MessageShape } from '../../gateway/resources/messages/message.ts';
import { failurePrefixes } from '../../server/domain/messages/message.ts';

test.each(failurePrefixes)('%s is in the interface and in the guide', (word) => {
  expect(JSON.stringify(MessageShape.properties.error)).toContain(word);
  expect(writeGuide([], { bodyBytes: 1 })).toContain(`\`${word}\``);
});
