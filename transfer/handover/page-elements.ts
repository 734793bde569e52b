/** Access to the page's fixed elements, and functions that fill paragraphs and save files. */
import { createHtmlPolicy } from '#report/dom/html-policy.ts';

export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page lacks ${id}.`);
  return found;
}

export function fill(id: string, text: string): void {
  element(id).textContent = text;
}

/** Fills separate parts, divided by a line. */
export function fillParts(id: string, parts: readonly string[]): void {
  const spans = parts.filter(Boolean).map((text) => {
    const part = document.createElement('span');
    part.textContent = text;
    return part;
  });
  element(id).replaceChildren(...spans);
}

export function line(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  return paragraph;
}

export function note(text: string): HTMLElement {
  const paragraph = line(text);
  paragraph.className = 'note';
  return paragraph;
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The style element of an exported report, which this page's policy would block and report. */
const STYLE = /<style>[^<]*<\/style>/;

/** The page accepts text as HTML only from this policy (Trusted Types). */
const trustedHtml = createHtmlPolicy('handover');

/** Parses into a separate document, in which nothing runs or loads. */
export function htmlOf(base64: string): Document {
  const text = new TextDecoder().decode(bytesOf(base64)).replace(STYLE, '');
  return new DOMParser().parseFromString(trustedHtml(text), 'text/html');
}

/** Starts a browser download; revokes the URL afterwards. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
