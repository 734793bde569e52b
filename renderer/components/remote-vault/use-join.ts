/**
 * React hook for joining a vault on another computer: probes addresses and compares the founder's key. The
 * desktop program does the rest.
 */
import { useState } from 'react';
import type { ChosenCredential, ProbeRequest } from '#main/preload/bridge.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import type { ListedAddress } from './AddressList.tsx';

/** Reason of the last failure; each has its own text. */
type JoinFailure = 'no_credential' | 'no_address' | 'changed';

export function useJoin() {
  const [credential, setCredential] = useState<ChosenCredential>();
  const [asked, setAsked] = useState<ProbeRequest>();
  const [asking, setAsking] = useState<readonly string[]>();
  const [failure, setFailure] = useState<JoinFailure>();
  const addresses = asking ?? asked?.addresses.map(({ address }) => address) ?? credential?.addresses ?? [];
  const known: readonly ListedAddress[] | undefined = asking ? undefined : asked?.addresses;

  /** Returns false if one of the lines is not an address. */
  async function ask(listed: readonly string[]): Promise<boolean> {
    setFailure(undefined);
    setAsking(listed);
    try {
      setAsked(await desktopBridge()?.askVault(listed));
      return true;
    } catch {
      setFailure('no_address');
      return false;
    } finally {
      setAsking(undefined);
    }
  }

  return {
    credential,
    /** Vault found by the last probe; undefined before and during one. */
    vault: asking ? undefined : (asked?.vault ?? undefined),
    addresses: known ?? addresses.map((address): ListedAddress => ({ address })),
    isAsking: asking !== undefined,
    failure,
    async choose() {
      setFailure(undefined);
      try {
        const chosen = await desktopBridge()?.chooseCredential();
        if (!chosen) return;
        setCredential(chosen);
        setAsked(undefined);
        await ask(chosen.addresses);
      } catch {
        setFailure('no_credential');
      }
    },
    add: (address: string) => ask([...addresses, address]),
    askAgain: () => ask(addresses),
    /** Joins the vault. Rejects if another vault responds by now; `failure` then says so. */
    async join(founder_key: string): Promise<void> {
      setFailure(undefined);
      try {
        await desktopBridge()?.joinVault({ addresses, founder_key });
      } catch (error) {
        setFailure('changed');
        throw error;
      }
    },
    /** Resets everything the person has chosen. */
    forget() {
      setCredential(undefined);
      setAsked(undefined);
    },
  };
}
