import { beforeEach, expect, test } from 'vitest';
import {
  closeDialog,
  closePanel,
  openDialog,
  resetView,
  showPanel,
  showPictures,
  useView,
} from '#renderer/screens/editor/view-store.ts';

beforeEach(resetView);

test('what ends late closes its own panel and dialog, and none that was opened meanwhile', () => {
  showPanel('gate');
  closePanel('gate');
  expect(useView.getState().panel).toBeUndefined();
  showPanel('signatures');
  closePanel('gate');
  expect(useView.getState().panel).toBe('signatures');

  openDialog('hand_over');
  closeDialog('hand_over');
  expect(useView.getState().dialog).toBeUndefined();
  openDialog('critical');
  closeDialog('hand_over');
  expect(useView.getState().dialog).toBe('critical');
});

test('the gate borrows the place of pictures, any other panel takes it', () => {
  showPictures(true);
  showPanel('gate');
  expect(useView.getState().pictures).toBe(true);
  showPanel('history');
  expect(useView.getState().pictures).toBe(false);
});
