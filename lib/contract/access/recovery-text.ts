import type { SessionOpenBody } from './session.ts';

/** What stands on paper: one recovery key, or shares on lines of their own, or with `+` or `;` between them. */
export function recoveryBodyOf(text: string): Pick<SessionOpenBody, 'recovery_key' | 'recovery_shares'> {
  const parts = text.split(/[+;\n]/).filter((part) => part.trim() !== '');
  return parts.length > 1 ? { recovery_shares: parts } : { recovery_key: text };
}
