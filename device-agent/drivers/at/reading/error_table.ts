// The meaning of a modem's error numbers: the network's causes (3GPP TS 24.011 annex E-2), the SMSC's
// (TS 23.040 9.2.3.22), the modem's own (TS 27.005 3.2.5) and those of commands in general (TS 27.007 9.2).

/**
 * The reaction to an error. `permanent`: the same text will be refused again. `temporary`: it may pass in some seconds.
 * `congested`: the network or the SMSC takes nothing just now, which says nothing of the text.
 * `no_network`, `no_sim`, `pin`: nothing can be sent until that changes. `full`: the memory for texts. `unsure`: it
 * says that something failed, but not that a text did not leave; once a text was given to the modem, nobody knows.
 */
export type ErrorKind =
  | 'permanent'
  | 'temporary'
  | 'congested'
  | 'no_network'
  | 'no_sim'
  | 'pin'
  | 'full'
  | 'unsure';

/** One error. */
export interface ErrorMeaning {
  kind: ErrorKind;
  /** Plain words, to be put after "the modem says: ". */
  words: string;
}

type Row = [number, ErrorKind, string];

const toTable = (rows: readonly Row[]): ReadonlyMap<number, ErrorMeaning> =>
  new Map(rows.map(([code, kind, words]) => [code, { kind, words }]));

/** Below this a +CMS ERROR is the network's or the SMSC's answer. */
export const firstDeviceCode = 256;

/** +CMS ERROR, TS 27.005 3.2.5. */
export const cmsErrors = toTable([
  // TS 24.011 annex E-2: the network refused the text.
  [1, 'permanent', 'the number is not assigned'],
  [8, 'permanent', 'the operator bars texts from this SIM'],
  [10, 'permanent', 'calls and texts are barred'],
  [11, 'permanent', 'the number is reserved'],
  [17, 'congested', 'the network failed'],
  [21, 'permanent', 'the text was rejected'],
  [22, 'temporary', 'the memory at the other end is full'],
  [27, 'temporary', 'the destination is out of order'],
  [28, 'permanent', 'the subscriber is not known to the network'],
  [29, 'permanent', 'the network rejected the facility'],
  [30, 'permanent', 'the subscriber is unknown'],
  [38, 'no_network', 'the network is out of order'],
  [41, 'congested', 'a temporary failure of the network'],
  [42, 'congested', 'the network is congested'],
  [47, 'congested', 'the network has no resources left'],
  [50, 'permanent', 'the SIM has no subscription for texts'],
  [69, 'permanent', 'the network does not support this'],
  [81, 'permanent', 'invalid transfer reference'],
  [95, 'permanent', 'semantically incorrect message'],
  [96, 'permanent', 'invalid mandatory information'],
  [97, 'permanent', 'a message type that the network does not know'],
  [98, 'permanent', 'a message that does not fit the state of the protocol'],
  [99, 'permanent', 'an information element that the network does not know'],
  [111, 'permanent', 'a protocol error'],
  [127, 'temporary', 'another network refused it without a reason'],
  // TS 23.040 9.2.3.22: the SMSC refused the text.
  [128, 'permanent', 'telematic interworking is not supported'],
  [129, 'permanent', 'this type of short message is not supported'],
  [130, 'permanent', 'the short message cannot be replaced'],
  [143, 'permanent', 'an error in the protocol identifier'],
  [144, 'permanent', 'the alphabet is not supported'],
  [145, 'permanent', 'the message class is not supported'],
  [159, 'permanent', 'an error in the coding scheme'],
  [160, 'permanent', 'the command cannot be carried out'],
  [161, 'permanent', 'the command is not supported'],
  [175, 'permanent', 'an error in the command'],
  [176, 'permanent', 'the kind of message is not supported'],
  [192, 'congested', 'the SMSC is busy'],
  [193, 'permanent', 'the SIM has no subscription at this SMSC'],
  [194, 'congested', 'the SMSC failed'],
  [195, 'permanent', 'the address is invalid'],
  [196, 'permanent', 'the destination is barred'],
  [197, 'permanent', 'the SMSC has the same text already'],
  [198, 'permanent', 'this form of validity period is not supported'],
  [199, 'permanent', 'a validity period is not supported'],
  [208, 'full', 'the memory of the SIM is full'],
  [209, 'permanent', 'the SIM cannot store texts'],
  [210, 'temporary', 'an error in the device'],
  [211, 'full', 'the memory for texts is full'],
  [212, 'temporary', 'the SIM is busy with an application'],
  [213, 'temporary', 'an error while the SIM took data'],
  [255, 'temporary', 'the SMSC gave no reason'],
  // TS 27.005 3.2.5: the modem did not do it.
  [300, 'unsure', 'the modem failed'],
  [301, 'temporary', 'the modem reserves its texts for another use'],
  [302, 'temporary', 'the operation is not allowed now'],
  [303, 'permanent', 'the operation is not supported'],
  [304, 'permanent', 'it takes the PDU for invalid'],
  [305, 'permanent', 'it takes a parameter for invalid'],
  [310, 'no_sim', 'there is no SIM'],
  [311, 'pin', 'the SIM asks for its PIN'],
  [312, 'pin', 'the phone is locked to another SIM'],
  [313, 'no_sim', 'the SIM failed'],
  [314, 'temporary', 'the SIM is busy'],
  [315, 'no_sim', 'it is the wrong SIM'],
  [316, 'pin', 'the SIM asks for its PUK'],
  [317, 'pin', 'the SIM asks for its PIN2'],
  [318, 'pin', 'the SIM asks for its PUK2'],
  [320, 'temporary', 'the memory for texts failed'],
  [321, 'permanent', 'there is nothing at this place of the memory'],
  [322, 'full', 'the memory for texts is full'],
  [330, 'temporary', 'the number of the SMSC is unknown'],
  [331, 'no_network', 'there is no network'],
  // The text was on its way and no answer came: the SMSC may have it.
  [332, 'unsure', 'the network did not answer in time'],
  [340, 'permanent', 'it awaited no acknowledgement'],
  [500, 'unsure', 'an unknown error'],
]);

/** +CME ERROR, TS 27.007 9.2; those that a modem for texts can give. */
export const cmeErrors = toTable([
  [0, 'unsure', 'the modem failed'],
  [1, 'temporary', 'the modem has no connection to its phone'],
  [2, 'temporary', 'the link to the phone is reserved'],
  [3, 'temporary', 'the operation is not allowed now'],
  [4, 'permanent', 'the operation is not supported'],
  [5, 'pin', 'the phone is locked to another SIM'],
  [6, 'pin', 'the phone is locked to its first SIM'],
  [7, 'pin', 'the phone asks for the PUK of its first SIM'],
  [10, 'no_sim', 'there is no SIM'],
  [11, 'pin', 'the SIM asks for its PIN'],
  [12, 'pin', 'the SIM asks for its PUK'],
  [13, 'no_sim', 'the SIM failed'],
  [14, 'temporary', 'the SIM is busy'],
  [15, 'no_sim', 'it is the wrong SIM'],
  [16, 'pin', 'the PIN is wrong'],
  [17, 'pin', 'the SIM asks for its PIN2'],
  [18, 'pin', 'the SIM asks for its PUK2'],
  [20, 'full', 'the memory is full'],
  [21, 'permanent', 'there is nothing at this place of the memory'],
  [22, 'permanent', 'it was not found'],
  [23, 'temporary', 'the memory failed'],
  [24, 'permanent', 'a text is too long'],
  [25, 'permanent', 'a text holds invalid characters'],
  [26, 'permanent', 'a number is too long'],
  [27, 'permanent', 'a number holds invalid characters'],
  [30, 'no_network', 'there is no network'],
  [31, 'unsure', 'the network did not answer in time'],
  [32, 'no_network', 'the network lets only emergency calls through'],
  [40, 'pin', 'the phone is locked to another network'],
  [41, 'pin', 'the phone asks for the PUK of its network lock'],
  [100, 'unsure', 'an unknown error'],
]);
