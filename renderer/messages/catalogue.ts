import type { en } from './en.ts';

/** Type with the keys of English and any texts. */
type SameKeys<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends string ? string : SameKeys<Section[Key]>;
};

/** Type that makes an extra key `never`, so that it is a type error like a missing one. */
type OnlyKeysOf<Section, Given> = {
  readonly [Key in keyof Given]: Key extends keyof Section
    ? Section[Key] extends string
      ? Given[Key]
      : OnlyKeysOf<Section[Key], Given[Key]>
    : never;
};

export type Catalogue = SameKeys<typeof en>;

/** Catalogue type for callers that need no particular keys. */
export type Texts = { readonly [key: string]: string | Texts };

/** Checks at compile time that a language has exactly the keys of English. */
export function sameKeys<Given extends Catalogue>(texts: Given & OnlyKeysOf<typeof en, Given>): Catalogue {
  return texts;
}
