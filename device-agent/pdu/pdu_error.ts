// The one failure type of the codec. Whatever arrives from a modem, nothing else is thrown; and no message holds a
// body, a number, or the octets themselves.

/**
 * `malformed`: the octets are no such PDU. `compressed`: a text that only its sender's own scheme could unpack.
 * `unsupported`: a PDU of a kind that is none of ours. `unencodable`: what was asked for fits no PDU, so that it
 * certainly did not leave.
 */
type PduErrorCode = 'malformed' | 'compressed' | 'unsupported' | 'unencodable';

/** Thrown by every encoder and decoder in this folder, and nothing else is. The message is one sentence. */
export class PduError extends Error {
  readonly code: PduErrorCode;

  constructor(code: PduErrorCode, message: string) {
    super(message);
    this.name = 'PduError';
    this.code = code;
  }
}
