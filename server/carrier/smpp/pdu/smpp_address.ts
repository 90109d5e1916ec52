// Numbers and names as SMPP addresses: type of number and numbering plan beside them (SMPP 3.4, 5.2.5 and 5.2.6).

/** An address of a short message. */
export interface SmppAddress {
  ton: number;
  npi: number;
  address: string;
}

/** What the operator says instead of the automatic types. */
export interface AddressTypes {
  ton?: number;
  npi?: number;
}

/** Longest short code, in digits. */
const maxShortCode = 8;

/** The address of an E.164 number, a short code or a name. */
export function toSmppAddress(text: string, types: AddressTypes = {}): SmppAddress {
  const [ton, npi] = typesOf(text);
  return { ton: types.ton ?? ton, npi: types.npi ?? npi, address: text.replace(/^\+/, '') };
}

function typesOf(text: string): [ton: number, npi: number] {
  // International, in the telephone numbering plan.
  if (/^\+[0-9]+$/.test(text)) return [1, 1];
  // Alphanumeric.
  if (!/^[0-9]+$/.test(text)) return [5, 0];
  // Network-specific, or unknown in the telephone numbering plan.
  return text.length <= maxShortCode ? [3, 0] : [0, 1];
}

/** An address as it came: an international number gets its plus, everything else stays as it is. */
export function fromSmppAddress(ton: number, address: string): string {
  return ton === 1 && /^[1-9][0-9]{6,14}$/.test(address) ? `+${address}` : address;
}
