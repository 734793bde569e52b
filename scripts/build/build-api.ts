/** Writes `docs/api/`: the OpenAPI document and its readable page, as the server returns them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { apiPage } from '#server/http/openapi/page/render-api-page.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'api');

export async function buildApi(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const document = openApiDocument();
  writeFileSync(join(FOLDER, 'openapi.json'), `${JSON.stringify(document, null, 1)}\n`);
  writeFileSync(join(FOLDER, 'index.html'), apiPage(document).replace('/v1/openapi.json', 'openapi.json'));
}
