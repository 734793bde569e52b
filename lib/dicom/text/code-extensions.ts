/**
 * Decodes texts that switch code sets by escape sequences. A designation lasts until a delimiter: the end of a line, a
 * value, or a name component. Source: DICOM PS3.5 6.1.2.5.3.
 */
import { type CodeElement, type CodeSet, decoderOf, designationOf } from './code-sets.ts';

const ESCAPE = 0x1b;
const UPPER = 0x80;
/** Delimiters that end a designation: TAB, LF, FF, CR. */
const LINE_DELIMITERS = new Set([0x09, 0x0a, 0x0c, 0x0d]);
const BACKSLASH = 0x5c;
const CARET = 0x5e;
const EQUALS = 0x3d;
const UNDIVIDED = new Set(['LT', 'ST', 'UT']);
const ASCII = 'ascii';

/**
 * Decodes a text with code extensions.
 * @param first the set active at the start; undefined is ASCII.
 * @param declared all declared sets: where no upper half was designated, the first of theirs is used.
 */
export function decodeExtended(
  bytes: Uint8Array,
  first: CodeSet | undefined,
  declared: readonly CodeSet[],
  vr = '',
): string {
  const uncalled = first?.upper ?? declared.find(({ upper }) => upper !== undefined)?.upper;
  let lower: CodeElement | undefined;
  let upper: CodeElement | undefined = first?.upper;
  let text = '';
  let run: number[] = [];
  let runLabel = ASCII;

  function put(label: string, ...more: number[]): void {
    if (label !== runLabel) flush();
    runLabel = label;
    for (const byte of more) run.push(byte);
  }

  function flush(): void {
    if (run.length > 0) text += decoderOf(runLabel).decode(Uint8Array.from(run));
    run = [];
  }

  /** Decodes one character. @returns the number of bytes of the character. */
  function putCharacter(element: CodeElement, at: number): number {
    const count = Math.min(element.bytesOfCharacter, bytes.length - at);
    const raised = Array.from(bytes.subarray(at, at + count), (byte) => byte | UPPER);
    put(element.label, ...(element.lead === undefined ? [] : [element.lead]), ...raised);
    return count;
  }

  /** False for a two-byte character whose second byte is a control: the writer forgot to switch back to ASCII. */
  function isCalled(element: CodeElement | undefined, at: number): boolean {
    return element !== undefined && (element.bytesOfCharacter === 1 || (bytes[at + 1] ?? 0) > 0x20);
  }

  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const sequence = byte === ESCAPE ? sequenceAt(bytes, at + 1) : undefined;
    const designation = sequence === undefined ? undefined : designationOf(sequence);
    if (sequence !== undefined && designation !== undefined) {
      if (designation.half === 'lower') lower = designation.element;
      else upper = designation.element;
      at += 1 + sequence.length;
    } else if (LINE_DELIMITERS.has(byte) || (!isCalled(lower, at) && isDelimiter(byte, vr))) {
      put(ASCII, byte);
      lower = undefined;
      upper = first?.upper;
      at += 1;
    } else if (byte >= UPPER) {
      at += putCharacter(upper ?? uncalled ?? LATIN_1, at);
    } else if (lower !== undefined && byte > 0x20 && isCalled(lower, at)) {
      at += putCharacter(lower, at);
    } else {
      put(ASCII, byte);
      at += 1;
    }
  }
  flush();
  return text;
}

const LATIN_1: CodeElement = { label: 'iso-8859-1', bytesOfCharacter: 1 };

function isDelimiter(byte: number, vr: string): boolean {
  if (byte === BACKSLASH) return !UNDIVIDED.has(vr);
  return vr === 'PN' && (byte === CARET || byte === EQUALS);
}

/** The longest known escape sequence; undefined for one that DICOM does not define. */
function sequenceAt(bytes: Uint8Array, at: number): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(at, at + 3));
  return [text, text.slice(0, 2)].find((sequence) => designationOf(sequence) !== undefined);
}
