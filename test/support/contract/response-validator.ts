/** Checks answers against the contract's response schemas, with every object closed: nothing more may be in them. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { RouteDefinition } from '#contract/route.ts';

const ajv = new Ajv({ allowUnionTypes: true, strict: false, allErrors: true });
const validators = new Map<string, ValidateFunction>();

/** What is wrong with the body of a successful answer; undefined when nothing is. */
export function responseProblem(route: RouteDefinition, body: unknown): string | undefined {
  if (!route.response) return undefined;
  const validate = validators.get(route.operation_id) ?? ajv.compile(closed(route.response));
  validators.set(route.operation_id, validate);
  return validate(body) ? undefined : ajv.errorsText(validate.errors);
}

/** The schema with `additionalProperties: false` wherever an object names its properties and does not say otherwise. */
function closed(schema: object): object {
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedValue(value)]));
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}

function closedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedValue);
  return typeof value === 'object' && value !== null ? closed(value) : value;
}
