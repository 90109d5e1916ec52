// How lines of modems are read, including those of modems that write them their own way.
import { expect, test } from 'vitest';
import {
  batteryPercentOf,
  fieldsOf,
  memoryUseOf,
  operatorOf,
  registrationIn,
  signalPercentOf,
  storedIn,
} from './answers.ts';

test.each([
  ['+CPMS: "SM",3,30', ['SM', '3', '30']],
  ['+CSCA: "+1206,5",145', ['+1206,5', '145']],
  ['+CMGL: 1,1,,25', ['1', '1', '', '25']],
  ['+CMGR: 0,"A, B",25', ['0', 'A, B', '25']],
  ['+CPIN: SIM PIN', ['SIM PIN']],
  ['+CSCA: "",129', ['', '129']],
  ['+X: 1,', ['1', '']],
  ['+X:', ['']],
])('%s', (line, fields) => {
  expect(fieldsOf(line)).toEqual(fields);
});

test.each([
  ['+CSQ: 0,99', 0],
  ['+CSQ: 31,0', 100],
  ['+CSQ: 17,99', 55],
  ['+CSQ: 99,99', undefined],
  ['+CSQ: 191,99', 100],
  ['+CSQ: nothing', undefined],
])('%s is a signal of %s', (line, percent) => {
  expect(signalPercentOf(line)).toBe(percent);
});

test.each([
  ['+CBC: 0,80', 80],
  ['+CBC: 1,100,4100', 100],
  ['+CBC: 2,0', undefined],
  ['+CBC: 0,300', undefined],
])('%s is a charge of %s', (line, percent) => {
  expect(batteryPercentOf(line)).toBe(percent);
});

test('a registration is that of an answer, and not of a line that came unasked', () => {
  expect(registrationIn(['+CREG: 1', '+CREG: 1,2'])?.registered).toBe(false);
  expect(registrationIn(['+CREG: 0,5'])?.registered).toBe(true);
  expect(registrationIn(['+CREG: 2,1,"00C3","9F2A"'])?.registered).toBe(true);
  expect(registrationIn(['+CREG: 1'])).toBeUndefined();
});

test('an operator is named by its number, and by nothing else', () => {
  expect(operatorOf('+COPS: 0,2,"26201",7')).toBe('26201');
  expect(operatorOf('+COPS: 0,0,"A name"')).toBeUndefined();
  expect(operatorOf('+COPS: 0')).toBeUndefined();
});

test('the memory for received texts is the third one', () => {
  expect(memoryUseOf('+CPMS: "SM",1,30,"SM",1,30,"ME",7,99')).toEqual({ used: 7, total: 99 });
  expect(memoryUseOf('+CPMS: "SM",1,30,"ME",2,40')).toEqual({ used: 2, total: 40 });
  expect(memoryUseOf('+CPMS: "SM",1,30')).toEqual({ used: 1, total: 30 });
  expect(memoryUseOf('+CPMS: "SM"')).toBeUndefined();
});

test('stored texts that make no sense are passed over, and the rest is kept', () => {
  const lines = ['+CMGL: 1,1,,25', 'BEEF', '+CMGL: x,1,,25', 'BEEF', '+CMGL: 3,3,,25', 'BEEF'];
  expect(storedIn(lines)).toEqual([
    { index: 1, received: true, pdu: 'BEEF' },
    { index: 3, received: false, pdu: 'BEEF' },
  ]);
  expect(storedIn(['+CMGR: 0,,25', 'BEEF'])).toEqual([{ received: true, pdu: 'BEEF' }]);
});
