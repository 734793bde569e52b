/** Names of keys per language, where they differ from English. */
import type { Language } from './languages.ts';

type KeyNames = Readonly<Record<string, string>>;

const KEY_NAMES: Readonly<Record<Language, KeyNames>> = {
  en: {},
  'en-XA': {},
  de: {
    Ctrl: 'Strg',
    Shift: 'Umschalt',
    Space: 'Leertaste',
    Enter: 'Eingabe',
    Up: 'Auf',
    Down: 'Ab',
    PageUp: 'Bild auf',
    PageDown: 'Bild ab',
  },
  fr: {
    Shift: 'Maj',
    Space: 'Espace',
    Enter: 'Entrée',
    Delete: 'Suppr',
    Backspace: 'Retour arrière',
    Home: 'Début',
    End: 'Fin',
    Esc: 'Échap',
    Up: 'Haut',
    Down: 'Bas',
    Left: 'Gauche',
    Right: 'Droite',
    PageUp: 'Page préc.',
    PageDown: 'Page suiv.',
  },
  pt: {
    Space: 'Espaço',
    Delete: 'Del',
    Home: 'Início',
    End: 'Fim',
    Up: 'Acima',
    Down: 'Abaixo',
    Left: 'Esquerda',
    Right: 'Direita',
  },
  es: {
    Shift: 'Mayús',
    Space: 'Espacio',
    Enter: 'Intro',
    Delete: 'Supr',
    Backspace: 'Retroceso',
    Home: 'Inicio',
    End: 'Fin',
    Up: 'Arriba',
    Down: 'Abajo',
    Left: 'Izquierda',
    Right: 'Derecha',
    PageUp: 'Re Pág',
    PageDown: 'Av Pág',
  },
};

export function keyNames(language: string): KeyNames {
  return new Map<string, KeyNames>(Object.entries(KEY_NAMES)).get(language) ?? {};
}

/** Returns the chord by the table's names: `Strg+Umschalt+F` becomes `Ctrl+Shift+F`. */
export function canonicalChord(chord: string, language: Language): string {
  const canonical = new Map(Object.entries(KEY_NAMES[language]).map(([key, name]) => [name, key]));
  return chord
    .split('+')
    .map((name) => canonical.get(name) ?? name)
    .join('+');
}
