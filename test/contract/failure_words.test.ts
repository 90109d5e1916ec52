// Every word that a failed text's error may begin with is described to those who have to act on it, and so is every kind of fault of a line.
import { getOption } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { writeGuide } from '../../gateway/guide/guide.ts';
import { MessageShape } from '../../gateway/resources/messages/message.ts';
import { property } from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { FaultyLineSchema } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { lineFaultCodes } from '../../runtime/files/line_fault.ts';
import { failurePrefixes } from '../../server/domain/messages/message.ts';

test.each(failurePrefixes)('%s is in the interface and in the guide', (word) => {
  expect(JSON.stringify(MessageShape.properties.error)).toContain(word);
  expect(writeGuide([], { bodyBytes: 1 })).toContain(`\`${word}\``);
});

test('the contract has each kind of fault of a line', () => {
  expect(getOption(FaultyLineSchema.field.code, property).enum).toEqual(lineFaultCodes);
});
