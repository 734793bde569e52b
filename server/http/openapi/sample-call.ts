/** Lists the operations of a document, and collects the example values for calling each. */
import { isObject, type JsonObject } from './components.ts';
import { objectAt } from './page/page-html.ts';
import type { SampleCall } from './samples.ts';

export interface Operation {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

export function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) => {
      if (!isObject(operation)) return [];
      const [tag] = Array.isArray(operation['tags']) ? operation['tags'] : [];
      return [{ tag: String(tag), method: method.toUpperCase(), path, operation }];
    }),
  );
}

export function parametersOf(operation: JsonObject, components: JsonObject): JsonObject[] {
  const list = Array.isArray(operation['parameters']) ? operation['parameters'].filter(isObject) : [];
  return list.map((each) => resolved(each, components));
}

/** Resolves a reference; returns any other part as it is. */
export function resolved(part: JsonObject, components: JsonObject): JsonObject {
  const [, , kind = '', name = ''] = String(part['$ref'] ?? '').split('/');
  return name === '' ? part : objectAt(objectAt(components, kind), name);
}

export function sampleCallOf({ method, path, operation }: Operation, components: JsonObject): SampleCall {
  const named = parametersOf(operation, components);
  const valuesOf = (place: string) =>
    Object.fromEntries(
      named
        .filter((each) => each['in'] === place && each['required'] === true)
        .map((each) => [String(each['name']), each['example'] ?? null]),
    );
  const body = objectAt(objectAt(operation, 'requestBody'), 'content');
  const responses = objectAt(operation, 'responses');
  const success = Object.keys(responses).find((status) => Number(status) < 400) ?? '';
  const [answer = 'application/json'] = Object.keys(objectAt(objectAt(responses, success), 'content'));
  const [security = null] = Array.isArray(operation['security']) ? operation['security'] : [];
  return {
    method,
    path,
    params: valuesOf('path'),
    query: valuesOf('query'),
    body: objectAt(body, 'application/json')['example'],
    upload: uploadOf(body),
    answer,
    needsSession: isObject(security) && security['session'] !== undefined,
  };
}

function uploadOf(body: JsonObject): SampleCall['upload'] {
  if (body['multipart/form-data'] !== undefined) return 'form';
  if (body['multipart/related'] !== undefined) return 'dicom';
  return body['application/octet-stream'] === undefined ? undefined : 'bytes';
}
