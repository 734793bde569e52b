/** Lists fields of a resource without a place in the vault, so that nothing is lost silently. */

/** Fields of every resource that are never content. */
const ALWAYS_HANDLED = new Set(['resourceType', 'id', 'meta', 'contained']);

/** `Type.field` for every top-level field outside `handled`. */
export function unmappedFields(
  resource: object & { resourceType: string },
  handled: readonly string[],
): string[] {
  const known = new Set(handled);
  return Object.keys(resource)
    .filter((field) => !ALWAYS_HANDLED.has(field) && !known.has(field))
    .map((field) => `${resource.resourceType}.${field}`);
}

/** `Type.extension[name]` for every extension whose name is not in `handled`. */
export function unmappedExtensions(
  resourceType: string,
  extensions: readonly { readonly url?: string }[] | undefined,
  handled: ReadonlySet<string>,
): string[] {
  return (extensions ?? [])
    .map(({ url }) => extensionName(url))
    .filter((name) => !handled.has(name))
    .map((name) => `${resourceType}.extension[${name}]`);
}

/** Last part of an extension's URL; empty where missing. */
export function extensionName(url = ''): string {
  return url.split('/').at(-1) ?? url;
}
