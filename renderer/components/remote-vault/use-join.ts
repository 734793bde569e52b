/** Joining a vault on another machine, as far as the page takes part: it names addresses and compares a key. */
import { useState } from 'react';
import type { ChosenCredential, ProbeRequest } from '#main/preload/bridge.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import type { ListedAddress } from './AddressList.tsx';

/** What stopped it last; each has its sentence. */
type JoinFailure = 'no_credential' | 'no_address' | 'changed';

export function useJoin() {
  const [credential, setCredential] = useState<ChosenCredential>();
  const [asked, setAsked] = useState<ProbeRequest>();
  const [asking, setAsking] = useState<readonly string[]>();
  const [failure, setFailure] = useState<JoinFailure>();
  const addresses = asking ?? asked?.addresses.map(({ address }) => address) ?? credential?.addresses ?? [];
  const known: readonly ListedAddress[] | undefined = asking ? undefined : asked?.addresses;

  /** False where one of them is no address. */
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
    /** Of the last answer; undefined while nothing was asked or an answer is awaited. */
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
    /** Rejects where another vault answers by now, which `failure` then says. */
    async join(founder_key: string): Promise<void> {
      setFailure(undefined);
      try {
        await desktopBridge()?.joinVault({ addresses, founder_key });
      } catch (error) {
        setFailure('changed');
        throw error;
      }
    },
    /** As if nothing had been chosen. */
    forget() {
      setCredential(undefined);
      setAsked(undefined);
    },
  };
}
