// @vitest-environment jsdom

import { expect, test } from 'vitest';
import { savedViews } from '#renderer/lists/worklist/saved-views.ts';

const stored = { id: 'v1', name: 'Chests', base: 'all', filter: { words: ['chest'], states: ['final'] } };

test('a view that a later build saved keeps the states this one knows', () => {
  const later = { ...stored, filter: { ...stored.filter, states: ['final', 'to-be-read-twice', 7] } };
  expect(savedViews({ worklist_views: [later] })).toMatchObject([{ filter: { states: ['final'] } }]);
});

test('what is no view is left out', () => {
  const views = [stored, null, 'v2', { ...stored, base: 'somewhere' }, { ...stored, filter: null }];
  expect(savedViews({ worklist_views: views }).map(({ id }) => id)).toEqual(['v1']);
  expect(savedViews({ worklist_views: 'none' })).toEqual([]);
});
