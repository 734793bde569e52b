import { expect, test } from 'vitest';
import { createLateralityCounts, type SidePart } from '#renderer/editor/laterality/laterality-counts.ts';
import { underlineOf } from '#renderer/editor/laterality/laterality-highlights.ts';

const PARTS: ReadonlySet<SidePart> = new Set(['findings', 'impression']);

test('what the parts say follows each block as it comes, changes and goes', () => {
  const tally = createLateralityCounts();
  tally.put('1', { part: 'findings', sides: ['left', 'left'] });
  tally.put('2', { part: 'impression', sides: ['right'] });
  expect(tally.said(new Set(['left']), PARTS)).toEqual({
    title: new Set(['left']),
    whole: new Set(['left', 'right']),
    findings: new Set(['left']),
    impression: new Set(['right']),
  });
  tally.put('2', { part: 'impression', sides: ['left'] });
  tally.put('1', { part: 'other', sides: ['left'] });
  expect(tally.said(new Set(), PARTS)).toMatchObject({ findings: new Set(), whole: new Set(['left']) });
  tally.drop('2');
  tally.drop('1');
  expect(tally.said(new Set(), PARTS).whole).toEqual(new Set());
  expect(tally.said(new Set(), new Set()).impression, 'no such section').toBeNull();
});

test('both sides of a contradiction are marked, what agrees is not', () => {
  const mismatches = [{ side: 'right', part: 'impression', against: 'findings' }] as const;
  expect(underlineOf('impression', ['right'], mismatches)).toBe('side-wrong');
  expect(underlineOf('findings', ['left'], mismatches)).toBe('side-wrong');
  expect(underlineOf('title', ['left'], mismatches)).toBe('side-left');
  expect(underlineOf('impression', ['left', 'right'], []), 'both').toBe('side-both');
});
