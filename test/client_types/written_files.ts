// Where the types that are made from the documents stand, from the project's folder.

export const generatedTypes = {
  console: 'gateway/console/api/gen/rest.ts',
  typescript: 'gateway/clients/typescript/src/gen/rest.ts',
  python: 'gateway/clients/python/textrelay/shapes.py',
  go: 'gateway/clients/go/shapes.go',
} as const;
