/**
 * The page of a hand-over: asks for the passphrase, opens the sealed blocks and shows them. No network, no storage;
 * closing reloads the page and so clears everything. Its policy allows no other script.
 */
import { deriveHandoverKey } from '#crypto/handover/open-handover.ts';
import { sealFigure } from '#paper/seal-figure.ts';
import { readContents } from './handover-contents.ts';
import { element, fill } from './page-elements.ts';
import { wordsFor } from './page-texts.ts';
import { openBundle, readOpening } from './sealed-blocks.ts';
import { dayOf, showContents } from './show-contents.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Time without a key, click or scroll after which the page closes itself. */
const IDLE_MS = 10 * 60 * 1000;

const { tag, words } = wordsFor(navigator.languages);
const opening = readOpening();

/** Follows the system's colour scheme; paper is always black on white. */
function followSystem(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const look = () => {
    document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', look);
  look();
}

function start(): void {
  followSystem();
  document.documentElement.lang = tag;
  for (const node of document.querySelectorAll<HTMLElement>('[data-word]')) {
    const word = Object.entries(words).find(([name]) => name === node.dataset['word'])?.[1];
    if (typeof word === 'string') node.textContent = word;
  }
  document.title = words.sealedReport;
  if (opening === undefined) {
    tell(words.damaged);
    return;
  }
  fill('sender', words.from(opening.vault_name, dayOf(opening.created_at, tag)));
  fill('seal-text', words.seal(opening.vault_name));
  drawSeal(opening.workspace_hash);
  const field = passphraseField();
  field.focus();
  element('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void open(field.value);
  });
  element('show').addEventListener('click', () => {
    field.type = field.type === 'password' ? 'text' : 'password';
    element('show').setAttribute('aria-pressed', String(field.type === 'text'));
  });
  element('show').setAttribute('aria-label', words.show);
  element('close').addEventListener('click', () => location.reload());
  element('print').addEventListener('click', () => print());
}

async function open(passphrase: string): Promise<void> {
  if (opening === undefined || passphrase === '') return;
  const button = element('open');
  const field = passphraseField();
  tell('');
  button.setAttribute('disabled', '');
  fill('open', words.opening);
  try {
    const key = await deriveHandoverKey(passphrase, opening.kdf, (share) =>
      element('open').style.setProperty('--done', `${Math.round(share * 100)}%`),
    );
    if (key === undefined) {
      tell(words.wrong);
      field.select();
      return;
    }
    const bundle = openBundle(key);
    if (bundle === undefined) {
      tell(words.damaged);
      return;
    }
    field.value = '';
    showContents({ contents: readContents(bundle), key, words, tag });
    element('locked').hidden = true;
    element('opened').hidden = false;
    element('exam').focus();
    closeWhenIdle();
  } catch {
    tell(words.damaged);
  } finally {
    button.removeAttribute('disabled');
    fill('open', words.open);
  }
}

function tell(text: string): void {
  fill('error', text);
}

function passphraseField(): HTMLInputElement {
  const field = element('passphrase');
  if (!(field instanceof HTMLInputElement)) throw new Error('The page has no field for the passphrase.');
  return field;
}

function closeWhenIdle(): void {
  let timer = setTimeout(() => location.reload(), IDLE_MS);
  for (const event of ['keydown', 'pointerdown', 'scroll', 'wheel'])
    addEventListener(
      event,
      () => {
        clearTimeout(timer);
        timer = setTimeout(() => location.reload(), IDLE_MS);
      },
      { passive: true },
    );
}

function drawSeal(hash: string): void {
  const bytes = Uint8Array.from(hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const { circles, bands } = sealFigure(bytes);
  element('seal').append(
    ...circles.map((radius) => {
      const circle = document.createElementNS(SVG, 'circle');
      circle.setAttribute('r', String(radius));
      return circle;
    }),
    ...bands.flat().map((d) => {
      const path = document.createElementNS(SVG, 'path');
      path.setAttribute('d', d);
      return path;
    }),
  );
}

start();
