/**
 * Fixture of the access layer on a real database, a real PKI folder and a fake clock, without sockets. `reopen`
 * simulates a crash: memory is lost, files stay.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import type { PrincipalCreateBody } from '#contract/access/principals.ts';
import type { SessionOpenBody, SessionOpened } from '#contract/access/session.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import type { RewrapParticipant } from '#server/identity/actor/rewrap-port.ts';
import { type AccessCore, createAccessCore } from '#server/identity/core/identity-dependencies.ts';
import {
  type CredentialsService,
  createCredentialsService,
} from '#server/identity/credentials/credentials-service.ts';
import { createVaultService, type VaultService } from '#server/identity/custody/vault-service.ts';
import { createPki, type Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import { createPkiFiles } from '#server/identity/enrollment/pki-files.ts';
import { createDisablePrincipal } from '#server/identity/groups/disable-principal.ts';
import { createGroupsService, type GroupsService } from '#server/identity/groups/groups-service.ts';
import { createRotations, type Rotations } from '#server/identity/groups/key-rotation.ts';
import { createMembersService, type MembersService } from '#server/identity/groups/members-service.ts';
import {
  createPrincipalsService,
  type PrincipalsService,
} from '#server/identity/groups/principals-service.ts';
import { createSessionsService, type SessionsService } from '#server/identity/sessions/sessions-service.ts';
import { createSettingsService, type SettingsService } from '#server/identity/settings/settings-service.ts';
import { createFindingsRecorder, type FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import { createUnlockFailureStore } from '#server/storage/cluster/unlock-failure-store.ts';
import { type CommitQueue, createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createAuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import { createCertificatesStore } from '#server/storage/http/certificates-store.ts';

import { openTestEngine } from './test-engine.ts';

export const PASSPHRASE = 'correct horse battery staple';
export const OTHER_PASSPHRASE = 'violet harbour pencil thunder';

export function peerOf(name: string): Peer {
  return { cn: name, fingerprint: name.padEnd(64, '0'), isDesktop: name === 'desktop' };
}

export interface AccessParts {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly pki: Pki;
  readonly core: AccessCore;
  readonly vault: VaultService;
  readonly settings: SettingsService;
  readonly sessions: SessionsService;
  readonly rotations: Rotations;
  readonly groups: GroupsService;
  readonly members: MembersService;
  readonly principals: PrincipalsService;
  readonly credentials: CredentialsService;
  readonly health: FindingsRecorder;
  /** Errors of rotations. */
  readonly failures: readonly unknown[];
}

export interface AccessFixtureOptions {
  readonly participants?: (db: SqlEngine) => readonly RewrapParticipant[];
}

export interface AccessFixture {
  parts: AccessParts;
  /** Fake clock, and the last time the vault recorded. Milliseconds since the epoch. */
  readonly time: { nowMs: number; lastKnownMs?: number };
  readonly folder: string;
  /** @param whileClosed changes the folder meanwhile */
  readonly reopen: (whileClosed?: () => void) => Promise<void>;
  readonly dispose: () => void;
}

async function openAccess(
  folder: string,
  time: AccessFixture['time'],
  options: AccessFixtureOptions,
): Promise<AccessParts> {
  const nowMs = () => time.nowMs;
  const db = openTestEngine(folder);
  const clock = { nowMs };
  const commits = createCommitQueue(db);
  const pki = await createPki({
    files: createPkiFiles(join(folder, 'pki')),
    store: { ...createCertificatesStore(db), ...createAuthoritiesStore(db) },
    commits,
    clock,
    hosts: [],
    lastKnownMs: time.lastKnownMs,
    isInitialized: db.prepare('SELECT 1 FROM workspace').get() !== undefined,
  });
  const health = createFindingsRecorder({
    db,
    commits,
    clock,
    onFailure: () => undefined,
  });
  const core = createAccessCore({ db, commits, clock, pki, newId, findings: health });
  const vault = createVaultService(core);
  const settings = createSettingsService(core);
  const sessions = createSessionsService({
    core,
    settings: settings.current,
    openingFailures: createUnlockFailureStore(db),
    beforeAnswer: () => vault.renewCertificatesIfDue(),
  });
  const failures: unknown[] = [];
  const rotations = createRotations({
    core,
    tryLock: db.tryLock,
    participants: options.participants?.(db) ?? [],
    onFailure: (error) => failures.push(error),
  });
  const retire = createDisablePrincipal({ core, rotations, endSessionsOf: sessions.endSessionsOf });
  const groups = createGroupsService(core);
  const members = createMembersService(core, rotations);
  const principals = createPrincipalsService(core, retire);
  const credentials = createCredentialsService({ core, baseUrl: () => 'https://127.0.0.1:8743', retire });
  return {
    ...{ db, commits, pki, core, vault, settings, sessions, rotations, groups, members, principals },
    ...{ credentials, failures, health },
  };
}

export async function createAccessFixture(options: AccessFixtureOptions = {}): Promise<AccessFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'access-'));
  const time: AccessFixture['time'] = { nowMs: START_MS };
  const fixture: AccessFixture = {
    parts: await openAccess(folder, time, options),
    time,
    folder,
    async reopen(whileClosed) {
      stop(fixture.parts);
      whileClosed?.();
      fixture.parts = await openAccess(folder, time, options);
    },
    dispose() {
      stop(fixture.parts);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return fixture;
}

const START_MS = Date.parse('2026-03-02T08:00:00.000Z');

function stop(parts: AccessParts): void {
  parts.rotations.close();
  parts.sessions.close();
  parts.commits.close();
  parts.db.close();
}

/** Creates a vault whose owner Ada has `PASSPHRASE`. */
export function initPraxis({ parts }: AccessFixture): Promise<VaultCreated> {
  return parts.vault.init({ name: 'Praxis', owner: { display_name: 'Ada' }, passphrase: PASSPHRASE });
}

export interface OpenedActor extends SessionOpened {
  readonly actor: Actor;
}

/** Opens a session and looks it up by token, as the HTTP hooks do. */
export async function openActor(
  { parts }: AccessFixture,
  body: SessionOpenBody,
  peer: Peer = peerOf('client-a'),
): Promise<OpenedActor> {
  const opened = await parts.sessions.open(body, peer);
  return { ...opened, actor: parts.sessions.actorOf(parts.sessions.find(opened.session_token, peer)) };
}

/** Invites a person who joins; returns the first session with its recovery key. */
export async function inviteAndJoin(
  fixture: AccessFixture,
  admin: Actor,
  body: PrincipalCreateBody,
): Promise<OpenedActor> {
  const { invite_code } = fixture.parts.principals.invite(admin, body);
  return openActor(fixture, { invite_code, new_passphrase: OTHER_PASSPHRASE });
}

/** Returns the error code of a call; `none` on success. */
export async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'none';
  } catch (error) {
    if (!(error instanceof Error)) return 'not an error';
    return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  }
}
