/** What a program in plain JavaScript may not have meant, said once for each kind. TypeScript asks for it before. */
const said = new Set<string>();

export function warnOnce(kind: string, message: string): void {
  if (said.has(kind)) return;
  said.add(kind);
  console.warn(`Sealed Records Vault: ${message}`);
}
