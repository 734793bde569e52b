/** Reads the extensions of a vault's own export. Source: `lib/fhir/export/vault-extensions.ts`. */

import { bytesOfBase64 } from '#fhir/export/base64.ts';
import {
  type LEXICAL_TYPE,
  OWN_EXTENSIONS,
  type STORED_HTML_TYPE,
  TAG_SYSTEM,
} from '#fhir/export/vault-extensions.ts';
import type { Extension, FhirResource } from '#fhir/import/fhir-resources.ts';
import { isJsonObject } from '#records/json-object.ts';

export const OWN_URLS: ReadonlySet<string> = new Set(Object.values(OWN_EXTENSIONS));

type Extensions = readonly Extension[] | undefined;

export function ownText(extensions: Extensions, name: keyof typeof OWN_EXTENSIONS): string | undefined {
  return extensions?.find(({ url }) => url === OWN_EXTENSIONS[name])?.valueString;
}

/** Reads the custom attributes of the vault's own export; undefined for a foreign resource, or invalid JSON. */
export function ownAttributes(extensions: Extensions): Record<string, unknown> | undefined {
  const text = ownText(extensions, 'attributes');
  if (text === undefined) return undefined;
  try {
    const attributes: unknown = JSON.parse(text);
    return isJsonObject(attributes) ? { ...attributes } : undefined;
  } catch {
    return undefined;
  }
}

/** True for a resource that a vault exported. */
export function isOwnExport(resource: FhirResource & { readonly extension?: Extensions }): boolean {
  return Array.isArray(resource.extension) && ownText(resource.extension, 'attributes') !== undefined;
}

export function ownTags({ meta }: FhirResource): readonly string[] | undefined {
  const tags = (meta?.tag ?? []).flatMap(({ system, display }) =>
    system === TAG_SYSTEM && display !== undefined ? [display] : [],
  );
  return tags.length === 0 ? undefined : tags;
}

interface WithForms {
  readonly presentedForm?: readonly { readonly contentType?: string; readonly data?: string }[];
}

/** A report form that is exported for vaults only. */
export function ownForm(
  { presentedForm }: WithForms,
  type: typeof LEXICAL_TYPE | typeof STORED_HTML_TYPE,
): string | undefined {
  const data = presentedForm?.find(({ contentType }) => contentType === type)?.data;
  return data === undefined ? undefined : new TextDecoder().decode(bytesOfBase64(data));
}
