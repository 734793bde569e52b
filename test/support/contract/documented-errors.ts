/** Checks that a route returns only error codes its OpenAPI description names. */
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import { isErrorCode } from '#contract/errors/error-codes.ts';
import { ROUTES } from '#contract/routes.ts';
import { errorCodesOf } from '#server/http/openapi/error-responses.ts';

const KNOWN = ROUTES.map((route) => ({
  method: route.method,
  path: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  name: route.operation_id,
  codes: errorCodesOf(route),
}));

/** @throws Error for an undocumented code. Ignores responses outside the routes. */
export function assertDocumented(method: string, target: string, code: unknown): void {
  if (typeof code !== 'string' || !isErrorCode(code)) return;
  const path = target.split('?')[0] ?? '';
  const route = KNOWN.find((known) => known.method === method && known.path.test(path));
  if (route === undefined || route.codes.has(code satisfies ErrorCode) || code === 'route_not_found') return;
  throw new Error(`${route.name} answered ${code}, which it does not name in its errors.`);
}
