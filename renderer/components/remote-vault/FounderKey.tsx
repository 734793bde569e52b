const SHOWN_DIGITS = 32;

/** Shows the first half of a founder's key in groups of four, enough that a matching key cannot be forged. */
export function FounderKey({ founderKey }: { readonly founderKey: string }) {
  const groups = founderKey.slice(0, SHOWN_DIGITS).match(/.{4}/g) ?? [];
  return (
    <p className="prints" data-testid="founder-key">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <span key={at}>{group}</span>
      ))}
    </p>
  );
}
