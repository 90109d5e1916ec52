// The tables of 3GPP TS 23.038: the default alphabet with its extension (6.2.1) and the national language tables of
// annex A for Turkish, Spanish and Portuguese. Of the ten Indian languages there is none here: their texts travel as
// UCS-2 in practice, and one in an unknown table is read in the default one, as a phone does that lacks it.
import { gsm7Basic, gsm7Extension } from '../../runtime/texts/gsm7.ts';

/** One locking table, 128 characters by code (the escape stands as a space), and one of what an escape leads to. */
interface Gsm7Tables {
  locking: string;
  single: ReadonlyMap<number, string>;
}

/** The languages that a text's header names (TS 23.040 9.2.3.24.15 and .16); absent: the default. */
export interface NationalTables {
  locking?: number;
  single?: number;
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const small = 'abcdefghijklmnopqrstuvwxyz';
const symbols = `!"#¤%&'()*+,-./0123456789:;<=>?`;

/** The escape stands as a space. */
const defaultLocking = gsm7Basic.replace('\u001b', ' ');
const turkishLocking =
  `@£$¥€éùıòÇ\nĞğ\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ŞşßÉ ${symbols}` + `İ${capitals}ÄÖÑÜ§` + `ç${small}äöñüà`;
const portugueseLocking =
  `@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó| ÂâÊÉ ${symbols.replace('¤', 'º')}` +
  `Í${capitals}ÃÕÚÜ§` +
  `~${small}ãõ\`üà`;

/** The characters at the codes, pairwise, besides those that all have. */
const withMore = (codes: readonly number[], characters: string): ReadonlyMap<number, string> =>
  new Map([...gsm7Extension, ...codes.map((code, index) => [code, characters[index]!] as const)]);

/** 6.2.1 and 6.2.1.1. */
export const defaultTable: Gsm7Tables = { locking: defaultLocking, single: new Map(gsm7Extension) };

/** A.3, by the language's number; Spanish has none of its own. */
const lockingTables = new Map([
  [1, turkishLocking],
  [3, portugueseLocking],
]);

/** A.2, by the language's number. */
const singleTables = new Map([
  [1, withMore([0x47, 0x49, 0x53, 0x63, 0x67, 0x69, 0x73], 'ĞİŞçğış')],
  [2, withMore([0x09, 0x41, 0x49, 0x4f, 0x55, 0x61, 0x69, 0x6f, 0x75], 'çÁÍÓÚáíóú')],
  [
    3,
    withMore(
      [
        0x05, 0x09, 0x0b, 0x0c, 0x0e, 0x0f, 0x12, 0x13, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1f, 0x41, 0x49, 0x4f,
        0x55, 0x5b, 0x5c, 0x61, 0x69, 0x6f, 0x75, 0x7b, 0x7c, 0x7f,
      ],
      'êçÔôÁáΦΓΩΠΨΣΘÊÀÍÓÚÃÕÂíóúãõâ',
    ),
  ],
]);

/** The tables to read a text with. A language that is not here is read in the default table. */
export const readingTables = ({ locking = 0, single = 0 }: NationalTables = {}): Gsm7Tables => ({
  locking: lockingTables.get(locking) ?? defaultTable.locking,
  single: singleTables.get(single) ?? defaultTable.single,
});
