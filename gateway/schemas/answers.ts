// Forms that many answers share.
import { type TArray, type TSchema, type TUnsafe, Type } from 'typebox';
import { like } from './example.ts';
import { flag, nullable, text } from './kinds.ts';

/** The answer where there is nothing to say. */
export const DoneAnswer = Type.Object(
  { ok: like(flag('Always true.'), true) },
  { title: 'Done', description: 'It is done.' },
);
export const done = { ok: true };

/** A page of a list, under the list's name, with where the next one begins. */
export const pageAnswer = <const Name extends string, Item extends TSchema>(
  name: Name,
  item: Item,
  order: string,
  { title, description }: { title: string; description?: string },
) =>
  Type.Object(
    {
      [name]: Type.Array(item, { description: order }),
      next_cursor: nullable(text('What to pass as cursor for the next page; null on the last one.')),
    } as { [N in Name]: TArray<Item> } & { next_cursor: TUnsafe<string | null> },
    { title, ...(description !== undefined && { description }) },
  );

/** A file, written as it is read. */
export const FileAnswer = Type.Unsafe<unknown>({ type: 'string', description: 'The file.' });
