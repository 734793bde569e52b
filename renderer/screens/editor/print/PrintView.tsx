export function PrintView(_: { readonly patient: unknown }) {
  return null;
}
