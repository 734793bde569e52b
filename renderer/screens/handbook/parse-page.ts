/**
 * Reads the handbook's pages: the small part of Markdown that `docs/handbook/` uses, as data. Whatever a page has
 * besides is an error, so that no text of a page is lost unseen; a test reads every page.
 */
import { canonicalChord } from '#renderer/state/key-names.ts';
import type { Language } from '#renderer/state/languages.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  /** A label as the interface shows it. */
  | { readonly kind: 'label'; readonly text: string }
  /** A chord such as `Ctrl+Enter`, by the table's key names. */
  | { readonly kind: 'keys'; readonly chord: string };

export interface HandbookPage {
  /** File name without its ending; the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly lead: readonly Inline[];
  /** File name of the picture in `docs/handbook/pictures/`, without its ending. */
  readonly picture?: { readonly name: string; readonly caption: string };
  readonly steps: readonly (readonly Inline[])[];
  readonly links: readonly string[];
  /** Commands that the page explains. */
  readonly commands: readonly string[];
}

export interface ContentsGroup {
  readonly title: string;
  readonly pages: readonly string[];
}

const TITLE = /^# (.+)$/;
const PICTURE = /^!\[(.+)\]\(\.\.\/pictures\/([a-z-]+)\.png\)$/;
const STEP = /^\d\. (.+)$/;
const LINK = /^- \[.+\]\(([a-z-]+)\.md\)$/;
const HEADING = /^## (.+)$/;
const COMMANDS = /^<!-- commands: ([A-Za-z0-9 ]+) -->$/;

function linesOf(markdown: string): string[] {
  return markdown.split(/\r?\n/).filter((line) => line !== '');
}

/** @throws Error for a line that is none of a page's parts. */
export function parsePage(id: string, markdown: string, language: Language): HandbookPage {
  let title = '';
  let picture: HandbookPage['picture'];
  const lead: Inline[] = [];
  const steps: Inline[][] = [];
  const links: string[] = [];
  const commands: string[] = [];
  for (const line of linesOf(markdown)) {
    const [, heading] = TITLE.exec(line) ?? [];
    const [, caption, name] = PICTURE.exec(line) ?? [];
    const [, step] = STEP.exec(line) ?? [];
    const [, link] = LINK.exec(line) ?? [];
    const [, listed] = COMMANDS.exec(line) ?? [];
    if (heading !== undefined) title = heading;
    else if (caption !== undefined && name !== undefined) picture = { name, caption };
    else if (step !== undefined) steps.push(parseInline(step, language));
    else if (link !== undefined) links.push(link);
    else if (listed !== undefined) commands.push(...listed.split(' '));
    else if (HEADING.test(line)) continue;
    else if (lead.length === 0 && /^\p{L}/u.test(line)) lead.push(...parseInline(line, language));
    else throw new Error(`Page ${id} of the handbook has a line that is not understood: ${line}`);
  }
  return { id, title, lead, ...(picture ? { picture } : {}), steps, links, commands };
}

/** Reads the contents, the README of a language. */
export function parseContents(markdown: string): ContentsGroup[] {
  const groups: { title: string; pages: string[] }[] = [];
  for (const line of linesOf(markdown)) {
    const [, heading] = HEADING.exec(line) ?? [];
    const [, link] = LINK.exec(line) ?? [];
    if (heading !== undefined) groups.push({ title: heading, pages: [] });
    if (link !== undefined) groups.at(-1)?.pages.push(link);
  }
  return groups;
}

function parseInline(text: string, language: Language): Inline[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part): Inline => {
      if (part.startsWith('**')) return { kind: 'label', text: part.slice(2, -2) };
      if (part.startsWith('`')) return { kind: 'keys', chord: canonicalChord(part.slice(1, -1), language) };
      return { kind: 'text', text: part };
    });
}

/** Returns the words as they are read, keys included. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines.map((part) => (part.kind === 'keys' ? part.chord.replaceAll('+', ' ') : part.text)).join('');
}

/** Splits a text after each full sentence. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=\p{Lu}|«|\d)/u);
}
