/** SHA-256 of a text in UTF-8, in lower-case hexadecimal: as Node or a page makes it, which the pure code is given. */
export type Sha256Hex = (text: string) => string | Promise<string>;
