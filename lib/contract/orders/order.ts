/** Codes of an exam's order, `custom_attributes.order`. Source: choices, "Orders". */

/** Most urgent first. */
export const ORDER_PRIORITIES = ['stat', 'urgent', 'routine'] as const;
export type OrderPriority = (typeof ORDER_PRIORITIES)[number];

export const ORDER_STATUSES = ['ordered', 'in_progress', 'cancelled'] as const;
