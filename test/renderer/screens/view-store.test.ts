import { beforeEach, expect, test } from 'vitest';
import {
  closePanel,
  preparePanel,
  resetView,
  showPanel,
  useView,
} from '#renderer/screens/editor/view-store.ts';

// Another file of the same worker may have left a panel open.
beforeEach(resetView);

test('a panel that opens unasked takes an empty place alone', () => {
  preparePanel('prior');
  expect(useView.getState().panel).toBe('prior');
});

test('the gate a person opened is not taken away by priors that arrive later', () => {
  showPanel('gate');
  preparePanel('prior');
  expect(useView.getState().panel).toBe('gate');
  closePanel('gate');
  expect(useView.getState().panel).toBeUndefined();
});
