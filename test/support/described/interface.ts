// The interface as its two documents describe it: which operation a request reaches, and what may be answered. Read from a
// running gateway, so that what is served is what counts.
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type {
  Document,
  Header,
  Json,
  Operation,
  Parameter,
  Response,
} from '../../../gateway/openapi/types.ts';
import { resolve, wholeSchema } from './whole_schema.ts';

/** One response, without references. */
export interface DescribedResponse {
  headers: Record<string, { isRequired: boolean; validate: ValidateFunction }>;
  /** Absent when there is no body. */
  mediaType: string | undefined;
  validateBody: ValidateFunction | undefined;
  /** The error codes that come with it; none for a success. */
  codes: readonly string[];
}

export interface DescribedOperation {
  id: string;
  method: string;
  path: string;
  /** True when it takes keys. */
  isProtected: boolean;
  isOfConsole: boolean;
  /** False where a GET does something, which HEAD must not. */
  hasHead: boolean;
  parameters: readonly Parameter[];
  bodySchema: Json | undefined;
  statuses: readonly number[];
  response(status: number): DescribedResponse | undefined;
}

export class Interface {
  /** What keys can call. */
  readonly document: Document;
  /** What the pages of the console ask for. */
  readonly consoleDocument: Document;
  /** Those of the public document. */
  readonly operations: readonly DescribedOperation[];
  /** Those of the console's document. */
  readonly consoleOperations: readonly DescribedOperation[];
  readonly #ajv = new Ajv({ strict: false, allErrors: true });
  readonly #patterns: { pattern: RegExp; operation: DescribedOperation }[];

  constructor(document: Document, consoleDocument: Document) {
    this.document = document;
    this.consoleDocument = consoleDocument;
    (formats as unknown as (ajv: Ajv) => void)(this.#ajv);
    this.operations = this.#describeAll(document);
    this.consoleOperations = this.#describeAll(consoleDocument);
    const all = [...this.operations, ...this.consoleOperations];
    this.#patterns = all.map((operation) => {
      const source = operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*');
      return { operation, pattern: new RegExp(`^${source}$`) };
    });
  }

  /** Reads the documents that a gateway serves. */
  static async of(url: string): Promise<Interface> {
    const read = async (path: string) => {
      const response = await fetch(url + path);
      if (!response.ok) throw new Error(`${path} was answered ${response.status}; the log says why`);
      return (await response.json()) as Document;
    };
    return new Interface(await read('/api/v1/openapi.json'), await read('/api/v1/console/openapi.json'));
  }

  /** The operation that a request reaches, and the methods that its path has. `path` may have a query. */
  find(method: string, path: string): { operation: DescribedOperation | undefined; methods: string[] } {
    const bare = path.split('?', 1)[0] as string;
    const fitting = isWellEncoded(bare)
      ? this.#patterns.filter(({ pattern }) => pattern.test(bare)).map(({ operation }) => operation)
      : [];
    // Of two paths that match, the one without parameters is meant, whatever its methods.
    const exact = fitting.filter((operation) => operation.path === bare);
    const found = exact.length > 0 ? exact : fitting;
    // HEAD is a way to ask for what GET answers, without its body; the document has no operation of it.
    const methods = [...new Set(found.map((operation) => operation.method))];
    if (found.some(({ hasHead }) => hasHead)) methods.push('HEAD');
    const asked = found.filter((operation) =>
      method === 'HEAD' ? operation.hasHead : operation.method === method,
    );
    return { operation: asked[0], methods };
  }

  operation(id: string): DescribedOperation {
    const found = this.#patterns.find(({ operation }) => operation.id === id)?.operation;
    if (!found) throw new Error(`there is no operation ${id}`);
    return found;
  }

  /** A validator of one of the schemas of a document, strict. */
  validator(schema: Json, document = this.document): ValidateFunction {
    return this.#ajv.compile(wholeSchema(document, schema) as object);
  }

  #describeAll(document: Document): DescribedOperation[] {
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.#describe(document, path, method, operation)),
    );
  }

  #describe(document: Document, path: string, method: string, described: Operation): DescribedOperation {
    const { operationId, security, tags, parameters = [], requestBody, responses } = described;
    const made = new Map<number, DescribedResponse>();
    const whole = <T>(value: T | { $ref: string }): T => {
      const { $ref } = value as { $ref?: string };
      return $ref === undefined ? (value as T) : (resolve(document, $ref) as T);
    };
    return {
      id: operationId,
      method: method.toUpperCase(),
      path,
      isProtected: security.some((kinds) => 'accountKey' in kinds),
      isOfConsole: tags.includes('Console'),
      hasHead: method === 'get' && described['x-no-head'] !== true,
      parameters: parameters.map((parameter) => whole<Parameter>(parameter)),
      bodySchema:
        requestBody && wholeSchema(document, requestBody.content['application/json']?.schema ?? null),
      statuses: Object.keys(responses).map(Number),
      response: (status) => {
        const response = responses[status];
        if (!response) return undefined;
        const known = made.get(status) ?? this.#compile(document, whole<Response>(response));
        made.set(status, known);
        return known;
      },
    };
  }

  #compile(document: Document, { headers, content = {} }: Response): DescribedResponse {
    const [media] = Object.entries(content);
    const schema = media && (wholeSchema(document, media[1].schema) as { properties?: Json });
    const code = (schema?.properties as { code?: { enum?: string[] } } | undefined)?.code;
    return {
      mediaType: media?.[0],
      validateBody: schema && this.#ajv.compile(schema as object),
      codes: code?.enum ?? [],
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => {
          const described = '$ref' in header ? (resolve(document, header.$ref) as unknown as Header) : header;
          const { required = false, schema: ofHeader } = described;
          return [
            name.toLowerCase(),
            { isRequired: required, validate: this.#ajv.compile(ofHeader as object) },
          ];
        }),
      ),
    };
  }
}

function isWellEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
