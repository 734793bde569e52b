/** Loads certificates with less than 30 days left, once per unlock, for a notice that can be dismissed. */
import { create } from 'zustand';
import type { Certificate } from '#contract/access/certificates.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onWipe } from './lock-hooks.ts';

const WARNED_BEFORE_DAYS = 30;

interface EndingCertificates {
  readonly items: readonly Certificate[];
}

export const useExpiringCertificates = create<EndingCertificates>()(() => ({ items: [] }));

export async function loadExpiringCertificates(): Promise<void> {
  const { items } = await vault().certificates.list();
  useExpiringCertificates.setState({
    items: items.filter(({ days_left }) => days_left < WARNED_BEFORE_DAYS),
  });
}

export function dismissExpiringCertificates(): void {
  useExpiringCertificates.setState({ items: [] });
}

onWipe(dismissExpiringCertificates);
