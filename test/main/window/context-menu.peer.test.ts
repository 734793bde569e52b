import { describe, expect, test, vi } from 'vitest';
import { contextMenuTemplate } from '#main/window/context-menu.ts';

vi.mock('electron', () => import('#test/main/electron/index.ts'));

const editFlags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true } as Electron.EditFlags;
const plain = { isEditable: false, selectionText: '', editFlags, dictionarySuggestions: [] };

describe('contextMenuTemplate', () => {
  test('is empty where there is nothing to do', () => {
    expect(contextMenuTemplate(plain, () => undefined)).toEqual([]);
  });

  test('copies selected text, and edits where text can be edited', () => {
    const selected = contextMenuTemplate({ ...plain, selectionText: 'lesion' }, () => undefined);
    expect(selected).toEqual([{ role: 'copy', enabled: true }]);
    const roles = contextMenuTemplate({ ...plain, isEditable: true }, () => undefined).map(
      ({ role }) => role,
    );
    expect(roles).toEqual(['cut', 'copy', 'paste', undefined, 'selectAll']);
  });

  test('offers other spellings first, and puts the chosen one in', () => {
    const chosen: string[] = [];
    const [first] = contextMenuTemplate(
      { ...plain, isEditable: true, dictionarySuggestions: ['lesion', 'lesions'] },
      (word) => chosen.push(word),
    );
    first?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent);
    expect(chosen).toEqual(['lesion']);
  });
});
