/**
 * Renders the OpenAPI document as a page for people: a searchable list, one operation per screen, its fields described,
 * and calls in curl, TypeScript and Python. One file that loads nothing else.
 */
import { isObject, type Json, type JsonObject } from '#server/http/openapi/components.ts';
import {
  type Operation,
  operationsOf,
  parametersOf,
  resolved,
  sampleCallOf,
} from '#server/http/openapi/sample-call.ts';
import { SAMPLE_LANGUAGES, SAMPLE_STARTS, samplesOf } from '#server/http/openapi/samples.ts';
import { escapeHtml, inWords, objectAt } from './page-html.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-parts.ts';
import { schemaTable, typeOf } from './page-schemas.ts';

/** Renders the page. @param document from `openApiDocument`. */
export function apiPage(document: JsonObject): string {
  const info = objectAt(document, 'info');
  const title = escapeHtml(info['title']);
  const operations = operationsOf(document);
  const components = objectAt(document, 'components');
  const schemas = Object.entries(objectAt(components, 'schemas'));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} – API</title>
<meta name="viewport" content="width=device-width"><style>${PAGE_STYLE}</style></head><body><div class="page">
${navigation(operations, schemas)}
<main>
${overview(info)}
${operations.map((operation) => article(operation, components)).join('\n')}
${schemas.map(([name, schema]) => `<article id="schema-${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${schemaTable(schema)}</article>`).join('\n')}
</main></div><script>${PAGE_SCRIPT}</script></body></html>
`;
}

function navigation(operations: readonly Operation[], schemas: readonly (readonly [string, Json])[]): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const link = (id: string, text: string) => `<li><a href="#${escapeHtml(id)}">${text}</a></li>`;
  const lists = tags.map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag);
    const items = own.map(({ method, path, operation }) =>
      link(
        String(operation['operationId']),
        `<span class="method">${method}</span> ${escapeHtml(path.replace(/^\/v1/, ''))}`,
      ),
    );
    return `<h2>${escapeHtml(tag)}</h2><ul>${items.join('')}</ul>`;
  });
  const named = schemas.map(([name]) => link(`schema-${name}`, escapeHtml(name)));
  return `<nav aria-label="Operations"><input type="search" aria-label="Search" placeholder="Search ( / )"><p role="status"></p>
<ul>${link('overview', 'Overview')}</ul>${lists.join('')}<h2>schemas</h2><ul>${named.join('')}</ul></nav>`;
}

function overview(info: JsonObject): string {
  const starts = SAMPLE_LANGUAGES.map((language) => sample(language, SAMPLE_STARTS[language], 'start'));
  return `<article id="overview"><h1>${escapeHtml(info['title'])} – API</h1><p>${inWords(info['description'])}</p>
<p>The same for programs: <a href="/v1/openapi.json">/v1/openapi.json</a>. Press <kbd>/</kbd> to search.</p>
<h3>Connect and unlock</h3><p>The samples of every operation go on from here.</p>${starts.join('')}</article>`;
}

function sample(language: string, code: string, group: string): string {
  const open = language === SAMPLE_LANGUAGES[0] ? ' open' : '';
  return `<details name="${escapeHtml(group)}"${open}><summary>${language}</summary><pre>${escapeHtml(code)}</pre></details>`;
}

function article(each: Operation, components: JsonObject): string {
  const { method, path, operation } = each;
  const id = escapeHtml(operation['operationId']);
  const bodies = Object.entries(objectAt(objectAt(operation, 'requestBody'), 'content'));
  return `<article id="${id}"><h2><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h2>
<p><strong>${escapeHtml(operation['summary'])}.</strong> ${inWords(operation['description'])} <code>${id}</code></p>
${parameters(operation, components)}
${bodies.map(([type, content]) => `<h3>Body, <code>${escapeHtml(type)}</code></h3>${media(content, components)}`).join('')}
<h3>Call it</h3>${samples(each, components)}
${responses(objectAt(operation, 'responses'), components)}</article>`;
}

function parameters(operation: JsonObject, components: JsonObject): string {
  const rows = parametersOf(operation, components).map(
    (each) =>
      `<tr><td><code>${escapeHtml(each['name'])}</code></td><td><span class="type">${escapeHtml(each['in'])}${each['required'] ? ', required' : ''}; ${typeOf(each['schema'] ?? {})}</span><br>${inWords(each['description'])}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<h3>Parameters</h3><table><tbody>${rows.join('')}</tbody></table>`;
}

function responses(answers: JsonObject, components: JsonObject): string {
  const parts = Object.entries(answers).map(([status, response]) => {
    if (!isObject(response)) return '';
    const answer = resolved(response, components);
    const isError = Number(status) >= 400;
    const contents = isError ? [] : Object.entries(objectAt(answer, 'content'));
    const details = contents.map(
      ([type, content]) => `<p><code>${escapeHtml(type)}</code></p>${media(content, components)}`,
    );
    const codes = String(answer['description'] ?? '');
    const description = isError
      ? codes
          .split(', ')
          .map((code) => `<code>${escapeHtml(code)}</code>`)
          .join(' ')
      : escapeHtml(codes);
    return `<tr><td>${status}</td><td>${description}${headers(objectAt(answer, 'headers'), isError, components)}${details.join('')}</td></tr>`;
  });
  return `<h3>Responses</h3><table><tbody>${parts.join('')}</tbody></table>`;
}

/** Renders the headers of a response; for errors only those that not every response has. */
function headers(named: JsonObject, isError: boolean, components: JsonObject): string {
  const common = ['x-request-id', 'x-vault-state'];
  const rows = Object.entries(named)
    .filter(([name]) => !isError || !common.includes(name))
    .map(([name, header]) => {
      const { description } = isObject(header) ? resolved(header, components) : { description: '' };
      return `<br><code>${escapeHtml(name)}</code> ${inWords(description)}`;
    });
  return rows.join('');
}

function media(content: Json, components: JsonObject): string {
  if (!isObject(content)) return '';
  const schema = content['schema'] ?? {};
  const example =
    content['example'] === undefined
      ? ''
      : `<details><summary>Example</summary><pre>${escapeHtml(JSON.stringify(content['example'], null, 2))}</pre></details>`;
  const own = isObject(schema) ? resolved(schema, components) : schema;
  const name = isObject(schema) && schema['$ref'] !== undefined ? `<p>${typeOf(schema)}</p>` : '';
  return `${name}${schemaTable(own)}${example}`;
}

function samples(operation: Operation, components: JsonObject): string {
  const calls = samplesOf(sampleCallOf(operation, components));
  const group = String(operation.operation['operationId']);
  return SAMPLE_LANGUAGES.map((language) => sample(language, calls[language], group)).join('');
}
