// How Android divides a text: 3GPP TS 23.038 and 23.040.

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** How many parts a text takes on the air. */
export function partsOf(text: string): number {
  const characters = [...text];
  if (characters.every((each) => basic.has(each) || extended.has(each))) {
    const septets = characters.reduce((sum, each) => sum + (extended.has(each) ? 2 : 1), 0);
    return septets <= 160 ? 1 : Math.ceil(septets / 153);
  }
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
}
