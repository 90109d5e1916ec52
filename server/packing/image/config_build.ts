// The environment of the image's build.

/** What buildah is given: it finds its programs and its store by the environment. */
export const readBuildConfig = (): NodeJS.ProcessEnv => ({ ...process.env });
