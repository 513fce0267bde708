import { type FieldMap, fieldsOf, isJson, type Json, Reader } from './fields.ts';

/** One operation, or one type of event, as a document describes it. */
export interface Endpoint {
  /** What holds for the whole of it: who may call it, its media types, its deprecation. */
  readonly marks: ReadonlyMap<string, string>;
  /** Parameters by place and name: `query limit`. */
  readonly parameters: FieldMap;
  readonly request: FieldMap;
  /** Fields of the results by status, or of an event's payload. */
  readonly results: ReadonlyMap<string, FieldMap>;
  /** Statuses of rejections. */
  readonly rejections: ReadonlySet<string>;
}

/** A document that cannot be compared. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** `GET /cards/{}` of `GET /cards/{id}`: the name of a path parameter is not part of the interface. */
function identity(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

function entries(value: unknown): [string, unknown][] {
  return isJson(value) ? Object.entries(value) : [];
}

function schemaIn(reader: Reader, body: unknown): unknown {
  const [[, media] = []] = entries(reader.resolve(body).value.content);
  return isJson(media) ? media.schema : undefined;
}

/** The schemes that a document accepts for an operation: `basic`, `bearer`, or `none`. */
function authOf(document: Json, operation: Json): string {
  const { securitySchemes } = isJson(document.components) ? document.components : {};
  const schemes = isJson(securitySchemes) ? securitySchemes : {};
  const given = operation.security ?? document.security;
  const names = (Array.isArray(given) ? given : []).flatMap((each) =>
    entries(each).map(([name]) => name),
  );
  const kinds = names.map((name) => {
    const scheme = schemes[name];
    return isJson(scheme) ? String(scheme.scheme ?? scheme.type) : name;
  });
  return kinds.length === 0 ? 'none' : [...new Set(kinds)].sort().join(', ');
}

function mediaOf(reader: Reader, body: unknown): string {
  return entries(reader.resolve(body).value.content)
    .map(([media]) => media)
    .sort()
    .join(', ');
}

function marksOf(reader: Reader, document: Json, operation: Json): Map<string, string> {
  const marks = new Map([
    ['auth', authOf(document, operation)],
    ['deprecated', String(operation.deprecated === true)],
    ['request media', mediaOf(reader, operation.requestBody)],
  ]);
  for (const [status, response] of entries(operation.responses)) {
    if (/^2/.test(status)) marks.set(`${status} media`, mediaOf(reader, response));
  }
  return marks;
}

function parametersOf(reader: Reader, lists: readonly unknown[]): FieldMap {
  const found: FieldMap = new Map();
  for (const given of lists.flatMap((each) => (Array.isArray(each) ? each : []))) {
    const { value: parameter } = reader.resolve(given);
    // A header's name is the same in any case; a path parameter is part of the path.
    const { in: place, required, schema } = parameter;
    if (place === 'path') continue;
    const name = place === 'header' ? String(parameter.name).toLowerCase() : String(parameter.name);
    const at = `${place} ${name}`;
    for (const [path, field] of fieldsOf(reader, schema)) {
      const isRequired = path === '' ? required === true : field.isRequired;
      found.set(`${at}${path}`, { ...field, isRequired });
    }
  }
  return found;
}

function endpointOf(reader: Reader, document: Json, item: Json, operation: Json): Endpoint {
  const results = new Map<string, FieldMap>();
  const rejections = new Set<string>();
  for (const [status, response] of entries(operation.responses)) {
    if (/^[45]/.test(status)) rejections.add(status);
    if (!/^[23]/.test(status)) continue;
    const schema = schemaIn(reader, response);
    results.set(status, schema === undefined ? new Map() : fieldsOf(reader, schema));
  }
  const body = schemaIn(reader, operation.requestBody);
  const request = body === undefined ? new Map() : fieldsOf(reader, body);
  const isRequired = reader.resolve(operation.requestBody).value.required === true;
  const whole = request.get('');
  if (whole !== undefined) request.set('', { ...whole, isRequired });
  return {
    marks: marksOf(reader, document, operation),
    parameters: parametersOf(reader, [item.parameters, operation.parameters]),
    request,
    results,
    rejections,
  };
}

/** Adds the codes that the rejections of an operation can carry. */
function addCodes(reader: Reader, operation: Json, codes: Map<string, Set<string>>): void {
  for (const [status, given] of entries(operation.responses)) {
    if (!/^[45]\d\d$/.test(status)) continue;
    const { value: response } = reader.resolve(given);
    const own = response['x-codes'];
    const schema = schemaIn(reader, response);
    const known = schema === undefined ? undefined : fieldsOf(reader, schema).get('code')?.values;
    const found = Array.isArray(own) ? own.map(String) : (known ?? []);
    codes.set(status, new Set([...(codes.get(status) ?? []), ...found]));
  }
}

function eventsOf(reader: Reader, document: Json): Map<string, Endpoint> {
  const events = new Map<string, Endpoint>();
  for (const [name, given] of entries(document.webhooks)) {
    const { value: item } = reader.resolve(given);
    if (!isJson(item.post)) continue;
    const { request } = endpointOf(reader, document, item, item.post);
    const data = [...request].flatMap(([path, field]) =>
      path === 'data' || /^data[.[]/.test(path) ? [[path, field] as const] : [],
    );
    // Some documents have one webhook for a group of types, others one for each type.
    const types = request.get('type')?.values ?? [name];
    for (const type of types) {
      const empty: FieldMap = new Map();
      const results = new Map([['payload', new Map(data)]]);
      events.set(type, {
        marks: new Map(),
        parameters: empty,
        request: empty,
        results,
        rejections: new Set(),
      });
    }
  }
  return events;
}

/** Reads an OpenAPI 3 document. @throws DocumentError for any other one */
export function surfaceOf(document: unknown) {
  const isDocument = isJson(document) && /^3\./.test(String(document.openapi));
  if (!isDocument || !isJson(document.paths)) {
    throw new DocumentError('This is not an OpenAPI 3 document: it needs `openapi` and `paths`.');
  }
  const reader = new Reader(document);
  const operations = new Map<string, Endpoint>();
  const codes = new Map<string, Set<string>>();
  try {
    for (const [path, given] of entries(document.paths)) {
      const { value: item } = reader.resolve(given);
      for (const method of methods) {
        const operation = item[method];
        if (!isJson(operation)) continue;
        operations.set(identity(method, path), endpointOf(reader, document, item, operation));
        addCodes(reader, operation, codes);
      }
    }
    return {
      /** Operations by method and path, with the names of path parameters left out. */
      operations,
      events: eventsOf(reader, document),
      /** Error codes by status. */
      codes,
    };
  } catch (cause) {
    throw new DocumentError(`The document cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Everything that a document offers to a caller, in a form that two documents can share. */
export type Surface = ReturnType<typeof surfaceOf>;
