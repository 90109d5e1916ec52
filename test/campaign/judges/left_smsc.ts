// The parts that an SMSC took, in the clear.
import type { Ledger } from '../../support/plain_smsc/ledger.ts';
import type { Left } from './evidence.ts';

/** Reads an SMSC's ledger, with the machine's instants; the texts of a campaign have no letter that GSM-7 writes otherwise than ASCII. */
export function leftSmsc(ledger: Ledger): (Omit<Left, 'where' | 'word'> & { atMs: number })[] {
  return ledger.submits
    .filter(({ verdict }) => verdict === 'taken')
    .map(({ id, destination, esmClass, dataCoding, content, wantsReceipt, atMs }) => {
      const headerOctets = (esmClass & 0x40) === 0 ? 0 : content.readUInt8(0) + 1;
      const [total, part] = headerOctets === 6 ? [content.readUInt8(4), content.readUInt8(5)] : [1, 1];
      const octets = Buffer.from(content.subarray(headerOctets));
      const text = dataCoding === 8 ? octets.swap16().toString('utf16le') : octets.toString('latin1');
      const receipt = ledger.received.has(id) ? 'reported' : wantsReceipt ? 'waiting' : 'none';
      return { way: 'smsc' as const, part, total, recipient: `+${destination}`, text, receipt, atMs };
    });
}
