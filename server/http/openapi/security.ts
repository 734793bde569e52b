/**
 * Adds to the generated document what the generator has no types for: the mutual TLS scheme of OpenAPI 3.1,
 * and which schemes each operation needs.
 */
import type { RouteDefinition } from '#contract/route.ts';

const SECURITY_SCHEMES = {
  mutualTLS: { type: 'mutualTLS', description: 'A client certificate issued by this vault.' },
  session: { type: 'http', scheme: 'bearer', description: 'The session_token of POST /v1/session.' },
};

/** The document with its security; `document` itself is left as it is. */
export function withSecurity(document: object, routes: readonly RouteDefinition[]): object {
  const paths = { ...objectAt(document, 'paths') };
  for (const { path, method, auth } of routes) {
    const operations = objectAt(paths, path);
    const operation = objectAt(operations, method.toLowerCase());
    const security = [{ mutualTLS: [], ...(auth === 'certificate' ? {} : { session: [] }) }];
    Object.assign(paths, { [path]: { ...operations, [method.toLowerCase()]: { ...operation, security } } });
  }
  const components = { ...objectAt(document, 'components'), securitySchemes: SECURITY_SCHEMES };
  return { ...document, paths, components };
}

function objectAt(parent: object, key: string): object {
  const value: unknown = Reflect.get(parent, key);
  return typeof value === 'object' && value !== null ? value : {};
}
