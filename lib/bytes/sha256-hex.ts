/** SHA-256 of a text in UTF-8, in lower-case hexadecimal; Node and pages pass their own implementation to pure code. */
export type Sha256Hex = (text: string) => string | Promise<string>;
