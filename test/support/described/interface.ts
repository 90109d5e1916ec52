// The interface as its document describes it: which operation a request reaches, and what may be answered. Read from a
// running gateway, so that what is served is what counts.
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Document, Header, Json, Parameter, Response } from '../../../gateway/openapi/types.ts';
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
  readonly document: Document;
  /** Those of the public interface. */
  readonly operations: readonly DescribedOperation[];
  /** Those that the pages of the console ask for. */
  readonly consoleOperations: readonly DescribedOperation[];
  readonly #ajv = new Ajv({ strict: false, allErrors: true });
  readonly #patterns: { pattern: RegExp; operation: DescribedOperation }[];

  constructor(document: Document) {
    this.document = document;
    (formats as unknown as (ajv: Ajv) => void)(this.#ajv);
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => this.#describe(path, method)),
    );
    this.operations = all.filter(({ isOfConsole }) => !isOfConsole);
    this.consoleOperations = all.filter(({ isOfConsole }) => isOfConsole);
    this.#patterns = all.map((operation) => {
      const source = operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*');
      return { operation, pattern: new RegExp(`^${source}$`) };
    });
  }

  /** Reads the document that a gateway serves. */
  static async of(url: string): Promise<Interface> {
    const answer = await fetch(`${url}/api/v1/openapi.json`);
    return new Interface((await answer.json()) as Document);
  }

  /** The operation that a request reaches, and the methods that its path has. `path` may have a query. */
  find(method: string, path: string): { operation: DescribedOperation | undefined; methods: string[] } {
    const bare = path.split('?', 1)[0] as string;
    const found = isWellEncoded(bare)
      ? this.#patterns.filter(({ pattern }) => pattern.test(bare)).map(({ operation }) => operation)
      : [];
    // HEAD is a way to ask for what GET answers, without its body; the document has no operation of it.
    const methods = [...new Set(found.map((operation) => operation.method))];
    if (found.some(({ hasHead }) => hasHead)) methods.push('HEAD');
    const asked = found.filter((operation) =>
      method === 'HEAD' ? operation.hasHead : operation.method === method,
    );
    // Of two paths that match, the one without parameters is meant.
    return { operation: asked.find((operation) => operation.path === bare) ?? asked[0], methods };
  }

  operation(id: string): DescribedOperation {
    const found = this.#patterns.find(({ operation }) => operation.id === id)?.operation;
    if (!found) throw new Error(`there is no operation ${id}`);
    return found;
  }

  /** A validator of one of the document's schemas, strict. */
  validator(schema: Json): ValidateFunction {
    return this.#ajv.compile(wholeSchema(this.document, schema) as object);
  }

  #whole<T>(value: T | { $ref: string }): T {
    const { $ref } = value as { $ref?: string };
    return $ref === undefined ? (value as T) : (resolve(this.document, $ref) as T);
  }

  #describe(path: string, method: string): DescribedOperation {
    const described = this.document.paths[path]?.[method];
    if (!described) throw new Error(`there is no ${method} ${path}`);
    const { operationId, security, tags, parameters = [], requestBody, responses } = described;
    const made = new Map<number, DescribedResponse>();
    return {
      id: operationId,
      method: method.toUpperCase(),
      path,
      isProtected: security.some((kinds) => 'accountKey' in kinds),
      isOfConsole: tags.includes('Console'),
      hasHead: method === 'get' && described['x-no-head'] !== true,
      parameters: parameters.map((parameter) => this.#whole<Parameter>(parameter)),
      bodySchema:
        requestBody && wholeSchema(this.document, requestBody.content['application/json']?.schema ?? null),
      statuses: Object.keys(responses).map(Number),
      response: (status) => {
        const response = responses[status];
        if (!response) return undefined;
        const known = made.get(status) ?? this.#compile(this.#whole<Response>(response));
        made.set(status, known);
        return known;
      },
    };
  }

  #compile({ headers, content = {} }: Response): DescribedResponse {
    const [media] = Object.entries(content);
    const schema = media && (wholeSchema(this.document, media[1].schema) as { properties?: Json });
    const code = (schema?.properties as { code?: { enum?: string[] } } | undefined)?.code;
    return {
      mediaType: media?.[0],
      validateBody: schema && this.#ajv.compile(schema as object),
      codes: code?.enum ?? [],
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => {
          const { required = false, schema: ofHeader } = this.#whole<Header>(header);
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
