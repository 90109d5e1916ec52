// Checks the texts of a contact or a group. Each function throws `invalid_request`.
import {
  hasControl,
  hasControlOfNote,
  type Looked,
  maxContactNameLength,
  maxGroupNameLength,
  maxNoteLength,
  maxSearchLength,
  plainName,
  readSearch,
} from '../../domain/contacts/contact.ts';
import { lengthInCodePoints } from '../../domain/messages/text.ts';
import { invalidRequest, wrongField, wrongLength } from '../../errors.ts';

function readName(field: string, typed: string, most: number): string {
  const name = typed.trim();
  if (name === '') throw wrongField(field, 'empty', `must have 1 to ${most} characters`);
  if (lengthInCodePoints(name) > most || !name.isWellFormed()) throw wrongLength(field, 1, most);
  if (hasControl(name)) throw invalidRequest(`${field} must not hold control characters`);
  return name;
}

/** A contact's name, without spaces around it, and as it is compared. */
export function readContactName(typed: string): { name: string; namePlain: string } {
  const name = readName('name', typed, maxContactNameLength);
  return { name, namePlain: plainName(name) };
}

export function readGroupName(typed: string, field = 'name'): string {
  const name = readName(field, typed, maxGroupNameLength);
  // A semicolon separates the groups of a contact in a file.
  if (name.includes(';')) throw invalidRequest(`${field} must not hold a semicolon`);
  return name;
}

export function readNote(typed: string): string {
  const note = typed.trim();
  if (lengthInCodePoints(note) > maxNoteLength || !note.isWellFormed())
    throw wrongLength('note', 0, maxNoteLength);
  if (hasControlOfNote(note))
    throw invalidRequest('note must not hold control characters but tabs and new lines');
  return note;
}

/** What a search looks for; null if it is empty or only spaces. */
export function readLooked(typed: string): Looked | null {
  if (lengthInCodePoints(typed) > maxSearchLength || !typed.isWellFormed() || typed.includes('\u0000'))
    throw wrongLength('q', 0, maxSearchLength);
  return typed.trim() === '' ? null : readSearch(typed);
}
