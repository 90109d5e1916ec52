// How tests build Go programs: with the toolchain that is there, from files that are there.

export const goEnvironment = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOWORK: 'off' };
