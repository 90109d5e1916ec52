// How tests build Go programs: with the toolchain that is there, from files that are there.

/** Without its path a program that is built in another folder is the same to Go, which then takes what it compiled before. */
export const goFlags = '-mod=mod -trimpath';

export const goEnvironment = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: goFlags, GOWORK: 'off' };
