// As much of OpenAPI 3.0.3's shapes as the description uses.

/** A schema, or anything within one, as plain JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Reference {
  $ref: string;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Json;
}

export interface Example {
  summary: string;
  value: unknown;
}

/** The examples that are written for an endpoint, of its body and of its success. */
export interface Examples {
  bodies?: Readonly<Record<string, Example>>;
  answers?: Readonly<Record<string, Example>>;
}

export interface MediaType {
  schema: Json;
  /** Absent for the console's. */
  examples?: Record<string, Example>;
}

export interface Response {
  description: string;
  headers: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: string;
  schema: Json;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  /** True for an operation beyond the promised interface. */
  'x-extension'?: true;
  /** A GET that does something: HEAD is 405. */
  'x-no-head'?: true;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { description: string; required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
}

export interface Components {
  schemas: Record<string, Json>;
  responses: Record<string, Response>;
  parameters: Record<string, Parameter>;
  headers: Record<string, Header>;
  securitySchemes: Record<string, Json>;
}

export interface Document {
  openapi: '3.0.3';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; url: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Components;
}
