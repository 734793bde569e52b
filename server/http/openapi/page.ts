/** The OpenAPI document as one readable page: no script, no style sheet, nothing loaded from anywhere. */
import { isObject, type Json, type JsonObject } from './components.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; border-bottom: 1px solid; } h3 { margin: 2rem 0 .25rem; font-size: 1rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; } pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: 4px; }
table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: .15rem 1rem .15rem 0; }
.method { font-weight: 700; } nav ul { columns: 14rem; }`;

/** @param document an OpenAPI document as `openApiDocument` makes it. */
export function apiPage(document: JsonObject): string {
  const info = objectAt(document, 'info');
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const components = objectAt(document, 'components');
  const schemas = Object.entries(objectAt(components, 'schemas'));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info['title'])} – API</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>${escapeHtml(info['title'])} – API</h1><p>${escapeHtml(info['description'])}</p>
<p>The same for programs: <a href="/v1/openapi.json">/v1/openapi.json</a></p>
<nav aria-label="Sections"><ul>${[...tags, 'schemas'].map((tag) => `<li><a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a></li>`).join('')}</ul></nav>
${tags.map((tag) => section(tag, operations, components)).join('\n')}
<h2 id="schemas">schemas</h2>
${schemas.map(([name, schema]) => `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>${block(schema)}`).join('\n')}
</body></html>
`;
}

interface Operation {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) => {
      if (!isObject(operation)) return [];
      const [tag] = Array.isArray(operation['tags']) ? operation['tags'] : [];
      return [{ tag: String(tag), method: method.toUpperCase(), path, operation }];
    }),
  );
}

function section(tag: string, operations: readonly Operation[], components: JsonObject): string {
  const own = operations.filter((operation) => operation.tag === tag);
  return `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${own.map((operation) => article(operation, components)).join('\n')}`;
}

function article({ method, path, operation }: Operation, components: JsonObject): string {
  const id = escapeHtml(operation['operationId']);
  const bodies = Object.entries(objectAt(objectAt(operation, 'requestBody'), 'content'));
  return `<h3 id="${id}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation['summary'])}</p>${parameters(operation)}
${bodies.map(([type, content]) => `<h4>Body, <code>${escapeHtml(type)}</code></h4>${media(content)}`).join('')}
${answers(objectAt(operation, 'responses'), objectAt(components, 'responses'))}`;
}

function parameters(operation: JsonObject): string {
  const list = Array.isArray(operation['parameters']) ? operation['parameters'].filter(isObject) : [];
  if (list.length === 0) return '';
  const rows = list.map(
    (each) =>
      `<tr><td><code>${escapeHtml(each['name'])}</code></td><td>${escapeHtml(each['in'])}${each['required'] ? ', required' : ''}</td><td>${inline(each['schema'] ?? {})} ${escapeHtml(each['description'] ?? '')}</td></tr>`,
  );
  return `<table><thead><tr><th>parameter</th><th>in</th><th>what</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function answers(responses: JsonObject, shared: JsonObject): string {
  const parts = Object.entries(responses).map(([status, response]) => {
    if (!isObject(response)) return '';
    const reference =
      String(response['$ref'] ?? '')
        .split('/')
        .at(-1) ?? '';
    const answer = reference === '' ? response : objectAt(shared, reference);
    const contents = reference === '' ? Object.entries(objectAt(answer, 'content')) : [];
    const details = contents.map(
      ([type, content]) => `<p><code>${escapeHtml(type)}</code></p>${media(content)}`,
    );
    return `<dt>${status}</dt><dd>${escapeHtml(answer['description'])}${details.join('')}</dd>`;
  });
  return `<h4>Answers</h4><dl>${parts.join('')}</dl>`;
}

function media(content: Json): string {
  if (!isObject(content)) return '';
  const example = content['example'] === undefined ? '' : `<p>Example:</p>${block(content['example'])}`;
  const schema = content['schema'] ?? {};
  const isNamed = isObject(schema) && schema['$ref'] !== undefined;
  return `${isNamed ? `<p>${inline(schema)}</p>` : block(schema)}${example}`;
}

/** A short schema in a line. */
function inline(schema: Json): string {
  return `<code>${linked(JSON.stringify(schema))}</code>`;
}

function block(value: Json): string {
  return `<pre>${linked(JSON.stringify(value, null, 2))}</pre>`;
}

/** References become links to the schema on this page. */
function linked(text: string): string {
  return escapeHtml(text).replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    (_all, name: string) => `<a href="#schema-${name}">${name}</a>`,
  );
}

function objectAt(parent: JsonObject, key: string): JsonObject {
  const value = parent[key] ?? null;
  return isObject(value) ? value : {};
}

function escapeHtml(text: Json | undefined): string {
  return String(text ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
