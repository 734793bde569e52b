/**
 * Annotations on pictures, stored in the exam's `custom_attributes.image_marks`: sealed with the draft and every
 * version, each with author and time. Other data beside them stays.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

export const MARK_KINDS = ['length', 'angle', 'ellipse', 'arrow'] as const;
export type AnnotationKind = (typeof MARK_KINDS)[number];

/** Points per kind: the second of an angle is its vertex; an ellipse has two corners of its box. */
export const POINTS_OF: Readonly<Record<AnnotationKind, number>> = {
  length: 2,
  angle: 3,
  ellipse: 2,
  arrow: 2,
};

/** Point in picture pixels from the top left corner of the first. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface ImageAnnotation {
  readonly mark_id: string;
  readonly node_id: string;
  /** Frame in the file, from 1. */
  readonly frame: number;
  readonly kind: AnnotationKind;
  readonly points: readonly Point[];
  readonly made_by: string;
  readonly made_at: string;
}

const KEY = 'image_marks';

export function readAnnotations(attributes: JsonObject | null): readonly ImageAnnotation[] {
  const kept = attributes?.[KEY];
  return Array.isArray(kept) ? kept.flatMap((entry) => markOf(entry) ?? []) : [];
}

function markOf(entry: unknown): ImageAnnotation | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(entry));
  const text = (key: string): string => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : '';
  };
  const kind = MARK_KINDS.find((known) => known === fields.get('kind'));
  const frame = fields.get('frame');
  const pairs = fields.get('points');
  const points = Array.isArray(pairs) ? pairs.flatMap((pair) => pointOf(pair) ?? []) : [];
  if (kind === undefined || typeof frame !== 'number' || points.length !== POINTS_OF[kind]) return undefined;
  return {
    mark_id: text('mark_id'),
    node_id: text('node_id'),
    frame,
    kind,
    points,
    made_by: text('made_by'),
    made_at: text('made_at'),
  };
}

function pointOf(pair: unknown): Point | undefined {
  if (!Array.isArray(pair)) return undefined;
  const [x, y] = pair;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** Entries of an unknown form stay unchanged. */
export function withAnnotation(attributes: JsonObject | null, mark: ImageAnnotation): JsonObject {
  const points = mark.points.map(({ x, y }) => [hundredth(x), hundredth(y)]);
  return { ...attributes, [KEY]: [...keptEntries(attributes), { ...mark, points }] };
}

export function withoutAnnotation(attributes: JsonObject | null, markId: string): JsonObject {
  const entries = keptEntries(attributes).filter(
    (entry) => !isJsonObject(entry) || entry['mark_id'] !== markId,
  );
  const { [KEY]: _, ...rest } = attributes ?? {};
  return entries.length === 0 ? rest : { ...rest, [KEY]: entries };
}

function keptEntries(attributes: JsonObject | null): readonly unknown[] {
  const kept = attributes?.[KEY];
  return Array.isArray(kept) ? [...kept] : [];
}

const hundredth = (value: number): number => Math.round(value * 100) / 100;
