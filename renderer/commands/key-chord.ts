/** Parses key events into chords such as `Ctrl+Shift+F`, and formats chords for people and for ARIA. */
import i18next from 'i18next';
import { keyNames } from '#renderer/state/key-names.ts';

const MODIFIERS = ['Ctrl', 'Alt', 'Shift'] as const;
const EVENT_KEYS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
};
const ARIA_KEYS: Readonly<Record<string, string>> = {
  Ctrl: 'Control',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Esc: 'Escape',
};
type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns the key. Letters and digits come from the physical key, so that Shift and Alt do not change them.
 */
function keyName(event: KeyEvent): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  if (digit?.[1]) return digit[1];
  if (/^[a-z]$/i.test(event.key)) return event.key.toUpperCase();
  const letter = /^Key([A-Z])$/.exec(event.code);
  // Option turns some letters on a Mac into dead keys.
  if (letter?.[1] && (event.key.length === 1 || event.key === 'Dead')) return letter[1];
  return EVENT_KEYS[event.key] ?? event.key;
}

/** Returns the chord of an event; undefined for modifiers alone. */
export function chordOf(event: KeyEvent): string | undefined {
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return undefined;
  const down = { Ctrl: event.ctrlKey || event.metaKey, Alt: event.altKey, Shift: event.shiftKey };
  return [...MODIFIERS.filter((modifier) => down[modifier]), keyName(event)].join('+');
}

/** Formats a chord as `Ctrl Alt L` in the interface language, with words instead of symbols. */
export function chordWords(chord: string): string[] {
  const names = keyNames(i18next.language);
  return chord.split('+').map((key) => names[key] ?? key);
}

export function chordText(chord: string): string {
  return chordWords(chord).join(' ');
}

/** Formats a chord as `Control+Alt+L` for `aria-keyshortcuts`. */
export function ariaChord(chord: string): string {
  return chord
    .split('+')
    .map((key) => ARIA_KEYS[key] ?? key)
    .join('+');
}
