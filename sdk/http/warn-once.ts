/** Warns once per kind about probable mistakes in plain JavaScript, which TypeScript reports at compile time. */
const said = new Set<string>();

export function warnOnce(kind: string, message: string): void {
  if (said.has(kind)) return;
  said.add(kind);
  console.warn(`Sealed Records Vault: ${message}`);
}
