/** What lists show of an exam's order. Source: choices, "Orders". */
import type { JsonObject } from '#contract/documents/records.ts';
import type { ExamSummary } from '#contract/documents/summaries.ts';
import { isDay, parseInstant } from '#contract/instant.ts';
import { SHORT_TEXT_MAX_CHARS } from '#contract/limits.ts';
import { ORDER_PRIORITIES } from '#contract/orders/order.ts';
import { isJsonObject } from '#records/json-object.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type OrderSummary = Pick<ExamSummary, 'priority' | 'due' | 'referrer'>;

/** The order as it is stored; empty where there is none, or it is no object. */
export function orderOf(attributes: JsonObject | null): JsonObject {
  const order = attributes?.['order'];
  return isJsonObject(order) ? order : {};
}

/** Each field is null where it is missing, or what another program wrote there is none of the contract. */
export function orderSummary(attributes: JsonObject | null): OrderSummary {
  const order = orderOf(attributes);
  const referrer = isJsonObject(order['referrer']) ? order['referrer']['name'] : undefined;
  return {
    priority: ORDER_PRIORITIES.find((known) => known === order['priority']) ?? null,
    due: timeOf(order['due']),
    referrer:
      typeof referrer === 'string' && referrer.trim() !== ''
        ? referrer.trim().slice(0, SHORT_TEXT_MAX_CHARS)
        : null,
  };
}

/** The last millisecond at which an exam is not overdue, since the epoch: a day counts to its end (UTC). */
export function dueMs(due: string): number {
  return isDay(due) ? Date.parse(due) + DAY_MS - 1 : Date.parse(due);
}

/** A day stays a day, because midnight would make it overdue in the morning; anything else becomes a UTC instant. */
function timeOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return isDay(value) ? value : (parseInstant(value) ?? null);
}
