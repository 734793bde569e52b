/** Context menu of the right mouse button: clipboard actions and spelling suggestions. */
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';

export function showContextMenus(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, (word) => window.webContents.replaceMisspelling(word));
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

/** Returns an empty menu if no action applies, so that the page's own menus work. */
export function contextMenuTemplate(
  {
    isEditable,
    selectionText,
    editFlags,
    dictionarySuggestions,
  }: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags' | 'dictionarySuggestions'>,
  replaceWord: (word: string) => void,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy };
  if (!isEditable) return selectionText === '' ? [] : [copy];
  const spellings = dictionarySuggestions.map(
    (word): MenuItemConstructorOptions => ({ label: word, click: () => replaceWord(word) }),
  );
  return [
    ...spellings,
    ...(spellings.length > 0 ? [{ type: 'separator' } as const] : []),
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}
