/** The handbook as built into the program: the pages of `docs/handbook/`, in the interface's language or English. */
import { type ContentsGroup, type HandbookPage, parseContents, parsePage } from './parse-page.ts';

export interface Handbook {
  readonly language: 'en' | 'de';
  readonly groups: readonly ContentsGroup[];
  readonly pages: ReadonlyMap<string, HandbookPage>;
}

const ENGLISH = import.meta.glob<string>('../../../docs/handbook/en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const GERMAN = import.meta.glob<string>('../../../docs/handbook/de/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const PICTURES = import.meta.glob<string>('../../../docs/handbook/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const read = new Map<string, Handbook>();

/** Returns the handbook in a language of the interface, in English if it is not written in it. */
export function handbookIn(interfaceLanguage: string): Handbook {
  const language = interfaceLanguage === 'de' ? 'de' : 'en';
  const known = read.get(language);
  if (known) return known;
  const files = Object.entries(language === 'de' ? GERMAN : ENGLISH);
  let groups: ContentsGroup[] = [];
  const pages = new Map<string, HandbookPage>();
  for (const [path, text] of files) {
    const id = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
    if (id === 'README') groups = parseContents(text);
    else pages.set(id, parsePage(id, text, language));
  }
  const handbook = { language, groups, pages } as const;
  read.set(language, handbook);
  return handbook;
}

/** Returns the address of a picture; `name-dark` is the one for dark themes. */
export function pictureAddress(name: string): string | undefined {
  return PICTURES[`../../../docs/handbook/pictures/${name}.png`];
}
