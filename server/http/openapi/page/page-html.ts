/** Escapes text of the document as HTML. */
import { isObject, type Json, type JsonObject } from '#server/http/openapi/components.ts';

export function objectAt(parent: JsonObject, key: string): JsonObject {
  const value = parent[key] ?? null;
  return isObject(value) ? value : {};
}

export function escapeHtml(text: Json | undefined): string {
  return String(text ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Converts backticks in descriptions to code elements. */
export function inWords(text: Json | undefined): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
