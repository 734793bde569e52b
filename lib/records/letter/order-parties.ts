/** Who a letter goes to: the parties and the question of `custom_attributes.order`. Source: choices, "Orders". */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';
import { orderOf } from '#records/orders/order-summary.ts';

interface OrderParties {
  readonly referrer: Party | undefined;
  readonly copy_to: readonly Party[];
  readonly clinical_question: string | undefined;
}

interface Party {
  readonly name: string;
  /** Institution, street, postal code with city, country; those that are stated. */
  readonly address: readonly string[];
}

const TEXT_MAX_CHARS = 200;
const COPIES_MAX = 12;

/** Trims a text to one line, with single spaces. */
function lineOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX_CHARS) : '';
}

export function readOrderParties(attributes: JsonObject | null): OrderParties {
  const order = orderOf(attributes);
  const copies = Array.isArray(order['copy_to']) ? order['copy_to'] : [];
  const question = order['clinical_question'];
  return {
    referrer: partyOf(order['referrer']),
    copy_to: copies.slice(0, COPIES_MAX).flatMap((copy) => partyOf(copy) ?? []),
    clinical_question: typeof question === 'string' && question.trim() !== '' ? question.trim() : undefined,
  };
}

function partyOf(value: unknown): Party | undefined {
  if (!isJsonObject(value)) return undefined;
  const [name, institution, street, postalCode, city, country] = [
    'name',
    'institution',
    'street',
    'postal_code',
    'city',
    'country',
  ].map((key) => lineOf(value[key]));
  if (!name) return undefined;
  const place = [postalCode, city].filter(Boolean).join(' ');
  return { name, address: [institution, street, place, country].flatMap((line) => line || []) };
}

/** A patient's recorded address as lines. Source: API spec, "Patient record". */
export function addressLines(address: unknown): string[] {
  if (typeof address === 'string') return address.split('\n').map(lineOf).filter(Boolean);
  if (!isJsonObject(address)) return [];
  const lines = Array.isArray(address['lines']) ? address['lines'] : [];
  const place = [lineOf(address['postal_code']), lineOf(address['city'])].filter(Boolean).join(' ');
  return [...lines.map(lineOf), place, lineOf(address['region']), lineOf(address['country'])].filter(Boolean);
}
