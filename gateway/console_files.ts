// The files of the console, as the bundling left them: read when the first browser asks for them, because many gateways
// never have one, and kept from then on. A few files of known names, served from memory: no package serves them with
// less, and no path from outside reaches the disk.
import { readdir, readFile } from 'node:fs/promises';

/** A file as it is sent: plain, and compressed for those who take that. */
interface ConsoleAsset {
  contentType: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export interface ConsoleFiles {
  /** The page, with `{{nonce}}` where the nonce of its style belongs; null when the console was not built. */
  page(): Promise<string | null>;
  /** A file by its name; undefined when there is none. */
  asset(name: string): Promise<ConsoleAsset | undefined>;
}

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Where the bundling leaves the console. */
const builtConsole = new URL('../.bundle/console/', import.meta.url);

/** The console's files in a folder. */
export function openConsoleFiles(folder: URL = builtConsole): ConsoleFiles {
  let page: Promise<string> | undefined;
  let names: Promise<ReadonlySet<string>> | undefined;
  const assets = new Map<string, Promise<ConsoleAsset>>();
  const read = (path: string) => readFile(new URL(path, folder));

  /** After a failed reading the next request reads anew: the obstacle may be gone. */
  const listNames = async (): Promise<ReadonlySet<string>> => {
    try {
      names ??= readdir(new URL('assets/', folder)).then((list) => new Set(list));
      return await names;
    } catch {
      names = undefined;
      return new Set();
    }
  };

  const readAsset = async (name: string, contentType: string): Promise<ConsoleAsset> => {
    const [plain, br, gzip] = await Promise.all(
      ['', '.br', '.gz'].map((ending) => read(`assets/${name}${ending}`)),
    );
    return { contentType, plain, br, gzip } as ConsoleAsset;
  };

  return {
    async page() {
      try {
        page ??= read('index.html').then(String);
        return await page;
      } catch {
        page = undefined;
        return null;
      }
    },
    async asset(name) {
      const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
      if (contentType === undefined || !(await listNames()).has(name)) return undefined;
      const reading = assets.get(name) ?? readAsset(name, contentType);
      assets.set(name, reading);
      reading.catch(() => assets.delete(name));
      return reading;
    },
  };
}
