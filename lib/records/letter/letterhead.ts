/**
 * A practice's letterhead: `custom_attributes.letterhead` of a template of kind `letterhead`, whose title is its name.
 * A modality's variant names only what differs. Whatever a client stored is read: unknown parts are left out, texts are
 * cut to what a page holds, and one without this object shows its title and text.
 * Source: choices, third part, "Letter"; visual reference, section 14.
 */

import type { JsonObject } from '#contract/documents/records.ts';
import {
  LETTER_WINDOWS,
  LETTERHEAD_TEXTS,
  type Letterhead,
  type LetterheadTexts,
  type NamedLetterhead,
} from '#contract/exchange/letter.ts';
import { isJsonObject } from '#records/json-object.ts';

export const LETTERHEAD_KIND = 'letterhead';

/** Lines of an address that the head has place for. */
export const ADDRESS_MAX_LINES = 6;
/** Base64 characters; the attributes of a record have 64 KiB. */
export const LOGO_MAX_CHARS = 48_000;
const TEXT_MAX_CHARS = 600;

export const EMPTY_LETTERHEAD: Letterhead = {
  ...{ name: '', second_line: '', address: '', phone: '', email: '' },
  ...{ signature_text: '', registration: '', footer: '' },
  window: 'din_5008_b',
  shows_keys: true,
  logo: null,
  variants: {},
};

/** True for a letterhead that states its own texts, so that the template's text is not read. */
export function statesLetterhead(attributes: JsonObject | null): boolean {
  return isJsonObject(attributes?.['letterhead']);
}

/** Undefined for attributes of another kind of template. @param text of a template without the object, as lines */
export function readLetterhead(
  { title, custom_attributes: attributes }: { title: string | null; custom_attributes: JsonObject | null },
  text = '',
): NamedLetterhead | undefined {
  if (attributes?.['kind'] !== LETTERHEAD_KIND) return undefined;
  const name = title ?? '';
  const given = attributes['letterhead'];
  if (!isJsonObject(given))
    return { title: name, letterhead: { ...EMPTY_LETTERHEAD, name, address: cut(text) } };
  const { window, shows_keys, logo, variants } = given;
  return {
    title: name,
    letterhead: {
      ...EMPTY_LETTERHEAD,
      ...textsOf(given),
      window: LETTER_WINDOWS.find((known) => known === window) ?? EMPTY_LETTERHEAD.window,
      shows_keys: shows_keys !== false,
      logo: typeof logo === 'string' && logo.length <= LOGO_MAX_CHARS ? logo : null,
      variants: isJsonObject(variants)
        ? Object.fromEntries(
            Object.entries(variants).flatMap(([modality, texts]) =>
              isJsonObject(texts) ? [[modality, textsOf(texts)]] : [],
            ),
          )
        : {},
    },
  };
}

/** The letterhead of a modality: its own values over those for all modalities. */
export function letterheadFor({ variants, ...common }: Letterhead, modality: string | null): Letterhead {
  const own = modality === null ? undefined : variants[modality];
  return { ...common, ...own, variants: {} };
}

/** Texts that are there and not empty. */
function textsOf(given: JsonObject): Partial<LetterheadTexts> {
  return Object.fromEntries(
    LETTERHEAD_TEXTS.flatMap((key) => {
      const value = given[key];
      return typeof value === 'string' && value.trim() !== '' ? [[key, cut(value)]] : [];
    }),
  );
}

function cut(text: string): string {
  return text.slice(0, TEXT_MAX_CHARS).trim();
}
