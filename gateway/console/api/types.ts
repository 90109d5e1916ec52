// The interface's answers, by the names that its description gives.
import type { Schemas } from './gen/rest.ts';

export type { Schemas };

export type Device = Schemas['Device'];
export type Me = Schemas['UserAndAccounts'];
export type Message = Schemas['Message'];
export type Overview = Schemas['Overview'];
export type Passkey = Schemas['Passkey'];
export type User = Schemas['User'];
export type Role = Schemas['Member']['role'];
export type Tier = Schemas['Tier'];
export type Usage = Schemas['Usage'];
