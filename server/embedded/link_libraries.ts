// Runs at install: makes the links to PostgreSQL's libraries that its package merely lists, so that a first start has no
// copy to make. Where that cannot be done, the start makes the copy.
import { findPackage, makeLinks } from './binaries.ts';

try {
  const { native } = findPackage();
  makeLinks(native, native);
} catch (error) {
  process.stderr.write(`the libraries of PostgreSQL are not linked: ${error}\n`);
}
