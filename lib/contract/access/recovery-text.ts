import type { SessionOpenBody } from './session.ts';

/** Parses printed recovery text: one recovery key, or shares on separate lines or separated by `+` or `;`. */
export function recoveryBodyOf(text: string): Pick<SessionOpenBody, 'recovery_key' | 'recovery_shares'> {
  const parts = text.split(/[+;\n]/).filter((part) => part.trim() !== '');
  return parts.length > 1 ? { recovery_shares: parts } : { recovery_key: text };
}
