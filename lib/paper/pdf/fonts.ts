/**
 * Loads the PDF's fonts, which are the interface's, as complete static fonts, because a subset of a variable font is
 * invalid. A character missing in a font is taken from the next one.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

/** `import.meta.resolve` with full names, so that the bundler finds the files. */
const FILES = {
  serif: import.meta.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
  serifBold: import.meta.resolve('@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf'),
  serifItalic: import.meta.resolve(
    '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  ),
  serifBoldItalic: import.meta.resolve(
    '@expo-google-fonts/source-serif-4/700Bold_Italic/SourceSerif4_700Bold_Italic.ttf',
  ),
  sans: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  sansBold: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  mono: import.meta.resolve('@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf'),
} as const;

export type FontName = keyof typeof FILES;

const FALLBACK: readonly FontName[] = ['serif', 'sans', 'mono'];
/** Shown where no font has the character. */
const REPLACEMENT = '\uFFFD';

/** fontkit reads the header even of an empty outline, past the end of the file after the last one. */
const END = Buffer.alloc(16);

interface LoadedFont {
  readonly bytes: Buffer;
  readonly has: (codePoint: number) => boolean;
}

const loaded = new Map<FontName, LoadedFont>();

/** Loaded once, because a thread writes many reports. */
export function loadFont(name: FontName): LoadedFont {
  const known = loaded.get(name);
  if (known) return known;
  const bytes = Buffer.concat([readFileSync(fileURLToPath(FILES[name])), END]);
  const font = create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError(`${name} is a collection, not a font.`);
  const fresh = { bytes, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
  loaded.set(name, fresh);
  return fresh;
}

export interface FontRun {
  readonly font: FontName;
  readonly text: string;
  /** Original text where no font has it, for copying and screen readers. */
  readonly actual?: string;
}

/** Splits text into runs, each in one font with all its characters. */
export function fontRuns(text: string, wanted: FontName): FontRun[] {
  const runs: FontRun[] = [];
  for (const char of text) {
    const font = faceWith(char, wanted);
    const last = runs.at(-1);
    if (font === undefined) {
      runs.push({ font: faceWith(REPLACEMENT, wanted) ?? wanted, text: REPLACEMENT, actual: char });
    } else if (last?.font === font && last.actual === undefined) {
      runs[runs.length - 1] = { font, text: last.text + char };
    } else runs.push({ font, text: char });
  }
  return runs;
}

function faceWith(char: string, wanted: FontName): FontName | undefined {
  const codePoint = char.codePointAt(0) ?? 0;
  return [wanted, ...FALLBACK].find((name) => loadFont(name).has(codePoint));
}
