// What the gateway asks of the core about people: who is signed in, and what they do with their sign-in.
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Limits } from '../limits.ts';
import { binder } from './bind.ts';
import type { RpcChannel } from './channel.ts';

export type PeopleCore = ReturnType<typeof createPeopleCore>;

/** Binds the calls, each by its name in the service. None is repeated here; every function throws a Refusal. */
export function createPeopleCore(
  channel: Pick<RpcChannel, 'unary'>,
  { sendTimeoutMs }: Pick<Limits, 'sendTimeoutMs'>,
) {
  const bind = binder(channel, sendTimeoutMs);
  const { method } = PeopleService;
  return {
    getStart: bind(method.getStart),
    getLink: bind(method.getLink),
    signUp: bind(method.signUp),
    acceptLink: bind(method.acceptLink),
    signIn: bind(method.signIn),
    signInByCode: bind(method.signInByCode),
    askPasskey: bind(method.askPasskey),
    signInByPasskey: bind(method.signInByPasskey),
    signOut: bind(method.signOut),
    getMe: bind(method.getMe),
    renamePerson: bind(method.renamePerson),
    askProof: bind(method.askProof),
    prove: bind(method.prove),
    listSignInChanges: bind(method.listSignInChanges),
    changePassword: bind(method.changePassword),
    askEmail: bind(method.askEmail),
    proveEmail: bind(method.proveEmail),
    startTotp: bind(method.startTotp),
    confirmTotp: bind(method.confirmTotp),
    removeTotp: bind(method.removeTotp),
    askNewPasskey: bind(method.askNewPasskey),
    addPasskey: bind(method.addPasskey),
    removePasskey: bind(method.removePasskey),
    listSessions: bind(method.listSessions),
    endSession: bind(method.endSession),
    endAllSessions: bind(method.endAllSessions),
    openAccount: bind(method.openAccount),
    enterAccount: bind(method.enterAccount),
    listMembers: bind(method.listMembers),
    invite: bind(method.invite),
    revokeInvitation: bind(method.revokeInvitation),
    setMemberRole: bind(method.setMemberRole),
    removeMember: bind(method.removeMember),
    getMemberAccount: bind(method.getMemberAccount),
    updateMemberAccount: bind(method.updateMemberAccount),
  };
}
