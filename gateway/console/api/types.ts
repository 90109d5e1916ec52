// What the interface answers, by the names that its description gives.
import type { components } from './gen/rest.ts';

export type Schemas = components['schemas'];

export type Day = Schemas['Day'];
export type EnteredAccount = Schemas['MemberAccount'];
export type FeedPage = Schemas['MessagePage'];
export type Link = Schemas['Link'];
export type Me = Schemas['PersonAndAccounts'];
export type Message = Schemas['Message'];
export type OptOut = Schemas['OptOut'];
export type OptOutPage = Schemas['OptOutPage'];
export type Overview = Schemas['Overview'];
export type Passkey = Schemas['Passkey'];
export type Person = Schemas['Person'];
export type Role = Schemas['Member']['role'];
export type Start = Schemas['Start'];
export type Status = Message['status'];
export type Thread = Schemas['UnreadThread'];
export type ThreadMessages = Schemas['ThreadMessagePage'];
export type ThreadPage = Schemas['UnreadThreads'];
export type Tier = Schemas['Tier'];
export type Usage = Schemas['Usage'];
