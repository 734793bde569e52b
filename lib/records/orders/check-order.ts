/** Checks the order of an exam. Source: choices, "Orders". */
import type { JsonObject } from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parseInstant } from '#contract/instant.ts';
import { ORDER_COPIES_MAX_COUNT, ORDER_NUMBERS_MAX_COUNT, ORDER_TEXT_MAX_CHARS } from '#contract/limits.ts';
import { ORDER_PRIORITIES, ORDER_STATUSES } from '#contract/orders/order.ts';
import { isJsonObject } from '#records/json-object.ts';

/** Returns what is wrong with a value, as the words after its field's name. */
type Check = (value: unknown, field: string) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

const text: Check = (value, field) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= ORDER_TEXT_MAX_CHARS
    ? undefined
    : `${field} must be text of 1 to ${ORDER_TEXT_MAX_CHARS} characters.`;

const time: Check = (value, field) =>
  typeof value === 'string' && parseInstant(value) !== undefined
    ? undefined
    : `${field} must be a day (YYYY-MM-DD) or an RFC 3339 date-time with its offset.`;

function oneOf(names: readonly string[]): Check {
  return (value, field) =>
    typeof value === 'string' && names.includes(value)
      ? undefined
      : `${field} must be one of ${names.join(', ')}.`;
}

function object(fields: Fields, required: readonly string[] = []): Check {
  return (value, field) => {
    if (!isJsonObject(value)) return `${field} must be an object.`;
    const missing = required.find((name) => isAbsent(value[name]));
    if (missing !== undefined) return `${field}.${missing} is missing.`;
    return firstOf(Object.entries(fields), ([name, check]) =>
      isAbsent(value[name]) ? undefined : check(value[name], `${field}.${name}`),
    );
  };
}

function array(item: Check, most: number): Check {
  return (value, field) =>
    Array.isArray(value) && value.length <= most
      ? firstOf([...value.entries()], ([at, each]) => item(each, `${field}[${at}]`))
      : `${field} must be an array of at most ${most}.`;
}

const PARTY: Check = object(
  {
    ...{ party_id: text, name: text, institution: text, street: text, postal_code: text, city: text },
    ...{ country: text, phone: text, fax: text, email: text },
    numbers: array(object({ system: text, value: text }, ['system', 'value']), ORDER_NUMBERS_MAX_COUNT),
  },
  ['name'],
);

const ORDER: Check = object({
  placer_number: text,
  case_number: text,
  procedure: object({ code: text, system: text, text }, ['text']),
  priority: oneOf(ORDER_PRIORITIES),
  requested_at: time,
  due: time,
  referrer: PARTY,
  copy_to: array(PARTY, ORDER_COPIES_MAX_COUNT),
  clinical_question: text,
  indication: text,
  status: oneOf(ORDER_STATUSES),
  received_from: text,
});

/**
 * Checks `custom_attributes.order`, if there is one: null counts as absent, fields of others are kept.
 * @throws invalid_request naming the field, never its value.
 */
export function checkOrder(attributes: JsonObject | null | undefined): void {
  const order = attributes?.['order'];
  if (isAbsent(order)) return;
  const wrong = ORDER(order, 'record.custom_attributes.order');
  if (wrong !== undefined) throw new VaultError('invalid_request', wrong);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function firstOf<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const wrong = check(item);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
