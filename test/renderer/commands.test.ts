// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { BRIDGE_NAME } from '#main/preload/bridge.ts';
import { COMMAND_BY_ID, COMMANDS, type Command, type CommandId } from '#renderer/commands/command-table.ts';
import { ariaChord, chordOf } from '#renderer/commands/key-chord.ts';
import { hintKey } from '#renderer/commands/keymap.ts';
import { commonKeys } from '#renderer/screens/shortcuts/shortcut-lines.ts';

function press(
  key: string,
  code: string,
  modifiers: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey', boolean>> = {},
) {
  return chordOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });
}

describe('command table', () => {
  test('no two commands share a key', () => {
    const keys = COMMANDS.flatMap((command: Command) => (command.fixed ? [] : command.keys));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe('chordOf', () => {
  test('modifiers stand in one order, letters in upper case', () => {
    expect(press('F', 'KeyF', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+F');
    expect(press('l', 'KeyL', { ctrlKey: true, altKey: true })).toBe('Ctrl+Alt+L');
  });

  test('a digit is the key, whatever Shift or Alt make of it', () => {
    expect(press('/', 'Digit7', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+7');
    expect(press('¹', 'Digit1', { ctrlKey: true, altKey: true })).toBe('Ctrl+Alt+1');
  });

  test('Command on a Mac is Ctrl', () => {
    expect(
      chordOf({ key: 'k', code: 'KeyK', ctrlKey: false, metaKey: true, altKey: false, shiftKey: false }),
    ).toBe('Ctrl+K');
  });

  test('modifiers alone are no chord', () => {
    expect(press('Control', 'ControlLeft', { ctrlKey: true })).toBeUndefined();
  });
});

describe('ariaChord', () => {
  test('uses the names ARIA knows', () => {
    expect(ariaChord('Ctrl+Alt+L')).toBe('Control+Alt+L');
    expect(ariaChord('Alt+Down')).toBe('Alt+ArrowDown');
  });
});

describe('hintKey', () => {
  const command = (id: CommandId): Command => {
    const found = COMMAND_BY_ID.get(id);
    if (!found) throw new Error(`No command ${id}.`);
    return found;
  };

  test('in a browser the twin is named, since the browser keeps the first for itself', () => {
    expect(hintKey(command('newExam'), {})).toBe('Alt+N');
    expect(hintKey(command('nextExam'), {})).toBe('Alt+PageDown');
    expect(hintKey(command('palette'), {})).toBe('Ctrl+K');
    expect(hintKey(command('goTrash'), {})).toBeUndefined();
  });

  test('in the desktop’s window every key reaches the page', () => {
    vi.stubGlobal('window', { ...window, [BRIDGE_NAME]: {} });
    expect(hintKey(command('newExam'), {})).toBe('Ctrl+N');
    vi.unstubAllGlobals();
  });

  test('a person’s own key is named as it is, when it is the only one', () => {
    expect(hintKey(command('newExam'), { keymap: { newExam: ['Ctrl+N'] } })).toBe('Ctrl+N');
  });
});

describe('commonKeys', () => {
  test('a family is one line: its common keys and the span of the last', () => {
    expect(commonKeys(['Ctrl+1', 'Ctrl+2', 'Ctrl+3'])).toEqual(['Ctrl', '1…3']);
    expect(commonKeys(['Ctrl+Alt+1', 'Ctrl+Alt+2', 'Ctrl+Alt+3', 'Ctrl+Alt+0'])).toEqual([
      'Ctrl',
      'Alt',
      '1…3/0',
    ]);
    expect(commonKeys(['Ctrl+B', 'Ctrl+I'])).toEqual(['Ctrl', 'B/I']);
  });

  test('a remapped member ends the line', () => {
    expect(commonKeys(['Ctrl+B', 'Alt+I'])).toBeUndefined();
  });
});
