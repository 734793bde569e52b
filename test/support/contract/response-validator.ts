/**
 * Validates responses against the contract's schemas with every object closed, so that additional fields are errors.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import type { RouteDefinition } from '#contract/route.ts';

const ajv = new Ajv({ allowUnionTypes: true, strict: false, allErrors: true });
const validators = new Map<string, ValidateFunction>();

/** Returns the problem of a successful response; undefined if valid. */
export function responseProblem(route: RouteDefinition, body: unknown): string | undefined {
  if (!route.response) return undefined;
  const validate = validators.get(route.operation_id) ?? ajv.compile(closed(route.response));
  validators.set(route.operation_id, validate);
  return validate(body) ? undefined : ajv.errorsText(validate.errors);
}

/** Adds `additionalProperties: false` to objects that name their properties. */
function closed(schema: object): object {
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedValue(value)]));
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}

function closedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedValue);
  return typeof value === 'object' && value !== null ? closed(value) : value;
}
