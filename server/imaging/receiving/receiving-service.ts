/**
 * Opens the DICOM port of a running vault by the command line, or by settings an administrator signed. While the vault
 * is locked, settings are trusted like the membership list: from the founder's fingerprint outside the folder. The
 * protocol is in the listener passed in.
 */

import { isIP } from 'node:net';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Inbox } from '#contract/imaging/inbox-counts.ts';
import {
  AE_TITLE_DEFAULT,
  DICOM_PORT_DEFAULT,
  type OpenPort,
  type ReceiverSettings,
  type ReceiverSettingsBody,
  type ReceiverState,
} from '#contract/imaging/receiver-settings.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createSignedSettings, SETTINGS_LABELS } from '#server/identity/core/signed-settings.ts';
import type { DicomListener } from '#server/imaging/dimse/dicom-port.ts';
import { assertGroupIsClear, type ReceiverOptions } from '#server/imaging/dimse/receiver-options.ts';
import type { SignedSettingsStore } from '#server/storage/access/backup-and-receiver-settings-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { createSerialQueue } from '#server/system/concurrency/serial-queue.ts';

const SETTINGS_DEFAULT: ReceiverSettings = {
  c_store: false,
  port: DICOM_PORT_DEFAULT,
  ae_title: AE_TITLE_DEFAULT,
  allow: [],
  security_group_id: null,
  stow: true,
};

export interface ReceivingService {
  /** The receiver's settings and state. For administrators. @throws permission_denied */
  readonly state: (actor: Actor) => ReceiverState;
  /**
   * Takes effect at once, unless the command line overrides it. Associations of a changed port end.
   * @throws permission_denied, invalid_request (an unknown group, an invalid address, a port that cannot be opened);
   * nothing is changed then
   */
  readonly patch: (actor: Actor, body: ReceiverSettingsBody) => Promise<ReceiverState>;
  /** Call before listening. @throws invalid_request where the command line does not name the receiving group */
  readonly assertOptions: (options: ReceiverOptions) => void;
  /**
   * Call in a server that listens; other programs that open the folder do not receive. @throws errors of `listen` for
   * options.
   */
  readonly start: (options: ReceiverOptions | undefined) => Promise<void>;
  /** Call after an unlock: settings may be verifiable now. */
  readonly onUnlocked: () => void;
  readonly onReceived: (sender: string) => void;
  readonly port: () => number | undefined;
  /** Clears received data from the memory of the port's thread. */
  readonly forget: () => Promise<void>;
  /** Checks that STOW-RS is enabled. @throws permission_denied where an administrator has turned STOW-RS off */
  readonly assertStow: () => void;
  readonly close: () => Promise<void>;
}

export interface ReceivingDeps {
  readonly core: AccessCore;
  readonly store: SignedSettingsStore;
  /** The verified membership list, also while locked. */
  readonly provenState: () => MembershipState | undefined;
  readonly listen: (options: ReceiverOptions) => Promise<DicomListener>;
  readonly waiting: () => Inbox;
  readonly onFailure: (error: unknown) => void;
}

interface Listening extends DicomListener {
  readonly options: ReceiverOptions;
  readonly since: string;
}

export function createReceivingService(deps: ReceivingDeps): ReceivingService {
  const { core, provenState, waiting } = deps;
  const signed = createSignedSettings(
    { store: deps.store, ledger: core.ledger },
    SETTINGS_LABELS.receiver_settings,
    SETTINGS_DEFAULT,
  );
  const settings = () => signed.read(provenState());
  const turns = createSerialQueue();
  let isServing = false;
  let fromCommandLine: ReceiverOptions | undefined;
  let listening: Listening | undefined;
  let hasFailed = false;
  let received = 0;
  let last: { readonly at: string; readonly sender: string } | undefined;

  async function open(options: ReceiverOptions): Promise<void> {
    listening = { ...(await deps.listen(options)), options, since: nowInstant(core.clock) };
    hasFailed = false;
  }

  async function shut(): Promise<void> {
    const before = listening;
    listening = undefined;
    await before?.close();
  }

  /** Opens the port by the settings; a failure is shown to administrators and stops nothing else. */
  async function openAsChosen(): Promise<void> {
    const chosen = settings();
    if (!isServing || !chosen.c_store || listening !== undefined) return;
    try {
      await open(optionsOf(chosen));
    } catch (error) {
      hasFailed = true;
      deps.onFailure(error);
    }
  }

  /**
   * Closes the port and opens it with new settings.
   * @throws invalid_request where the new port cannot be opened; the old one is open again then.
   */
  async function reopen(chosen: ReceiverSettings): Promise<void> {
    const before = listening?.options;
    await shut();
    hasFailed = false;
    if (!chosen.c_store) return;
    try {
      await open(optionsOf(chosen));
    } catch {
      if (before !== undefined) await open(before);
      throw new VaultError(
        'invalid_request',
        `Port ${chosen.port} cannot be opened: it is reserved, or another program uses it. Choose another one.`,
      );
    }
  }

  function groupIds(): SecurityGroupId[] {
    return core.stores.membership.listGroups().map(({ security_group_id }) => security_group_id);
  }

  function assertSensible({ c_store, allow, security_group_id: group }: ReceiverSettings): void {
    const groups = groupIds();
    if (group !== null && !groups.includes(group))
      throw new VaultError('invalid_request', 'This security group was not found.');
    if (c_store && group === null && groups.length > 1)
      throw new VaultError('invalid_request', 'Name the security group that receives.');
    for (const { address } of allow) {
      if (address !== 'localhost' && isIP(address) === 0)
        throw new VaultError('invalid_request', 'Give each sender an IP address, such as 192.168.0.20.');
    }
  }

  function state(actor: Actor): ReceiverState {
    requireAdmin(actor);
    return {
      settings: settings(),
      source: fromCommandLine === undefined ? 'settings' : 'command_line',
      open: listening === undefined ? null : openPort(listening),
      has_failed: hasFailed,
      received,
      last_received_at: last?.at ?? null,
      last_sender: last?.sender ?? null,
      waiting: waiting(),
    };
  }

  return {
    state,
    assertOptions: (options) => assertGroupIsClear(options, groupIds()),
    patch: (actor, body) =>
      turns.run(async () => {
        requireAdmin(actor);
        const before = settings();
        const next: ReceiverSettings = { ...before, ...body };
        assertSensible(next);
        const { secrets } = core.keysOf(actor);
        if (isServing && fromCommandLine === undefined) await reopen(next);
        await core.commits.write(() => signed.write(secrets, next));
        return state(actor);
      }),
    start: (options) =>
      turns.run(async () => {
        isServing = true;
        fromCommandLine = options;
        await (options === undefined ? openAsChosen() : open(options));
      }),
    onUnlocked() {
      turns.run(openAsChosen).catch(deps.onFailure);
    },
    onReceived(sender) {
      received += 1;
      last = { at: nowInstant(core.clock), sender };
    },
    port: () => listening?.port,
    forget: async () => listening?.forget(),
    assertStow() {
      if (settings().stow) return;
      throw new VaultError('permission_denied', 'An administrator has turned STOW-RS off for this vault.');
    },
    close: () =>
      turns.run(async () => {
        isServing = false;
        await shut();
      }),
  };
}

function optionsOf({ port, ae_title, allow, security_group_id }: ReceiverSettings): ReceiverOptions {
  return {
    port,
    ae: ae_title,
    allow: allow.map(({ ae_title: ae, address }) => ({ ae, address })),
    group: security_group_id ?? undefined,
  };
}

function openPort({ port, options, since }: Listening): OpenPort {
  const allow = options.allow.map(({ ae, address }) => ({ ae_title: ae, address }));
  return { port, ae_title: options.ae, allow, security_group_id: options.group ?? null, since };
}
