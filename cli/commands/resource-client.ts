import type { Resource } from '#contract/documents/document-index.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { DocumentsApi } from '#sdk/resources/documents-api.ts';

/** Returns the client's functions for one resource. */
export function documentsOf<R extends Resource>(client: VaultClient, resource: R): DocumentsApi<R> {
  const apis: { readonly [Name in Resource]: DocumentsApi<Name> } = client;
  return apis[resource];
}
