import type { en } from './en.ts';

/** The keys of English with any text. */
type SameKeys<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends string ? string : SameKeys<Section[Key]>;
};

/** What English has no key for can only be `never`: an extra key is an error of types as a missing one is. */
type OnlyKeysOf<Section, Given> = {
  readonly [Key in keyof Given]: Key extends keyof Section
    ? Section[Key] extends string
      ? Given[Key]
      : OnlyKeysOf<Section[Key], Given[Key]>
    : never;
};

export type Catalogue = SameKeys<typeof en>;

/** A catalogue to somebody who does not care which keys it has. */
export type Texts = { readonly [key: string]: string | Texts };

/** A language has the keys of English, all of them and no others. */
export function sameKeys<Given extends Catalogue>(texts: Given & OnlyKeysOf<typeof en, Given>): Catalogue {
  return texts;
}
