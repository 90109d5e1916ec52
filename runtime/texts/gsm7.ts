// The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038 6.2.1 and 6.2.1.1).

/** The code after which a character of the extension table stands. */
export const gsm7Escape = 0x1b;

/** 128 characters in the order of their codes; U+001B at the escape's own. */
export const gsm7Basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table: codes that follow an escape, and their characters. */
export const gsm7Extension: readonly (readonly [number, string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];
