/** The fixed elements of the page, its paragraphs, and handing out what was opened. */
import { createHtmlPolicy } from '#report/dom/html-policy.ts';

export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page lacks ${id}.`);
  return found;
}

export function fill(id: string, text: string): void {
  element(id).textContent = text;
}

/** Each as a part of its own, told apart by a line. */
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

/** The style of a report as a file of its own, which this page's policy would refuse and complain of. */
const STYLE = /<style>[^<]*<\/style>/;

/** The page takes text for HTML from here alone (Trusted Types). */
const trustedHtml = createHtmlPolicy('handover');

/** Parsed apart from this page; whatever stands in it can neither run nor load under this page's policy. */
export function htmlOf(base64: string): Document {
  const text = new TextDecoder().decode(bytesOf(base64)).replace(STYLE, '');
  return new DOMParser().parseFromString(trustedHtml(text), 'text/html');
}

/** To the browser's own download; the address is taken back when it has its hold. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
