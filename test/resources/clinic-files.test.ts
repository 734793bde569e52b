/** Checks that commands and options in docs/guide/clinic.md and its files exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { CliContext } from '#cli/context.ts';
import { leavesOf } from '#cli/help/examples.ts';
import { buildProgram } from '#cli/program.ts';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { parseBlobStoreAddress } from '#server/system/config/blob-store-address.ts';
import { parseDatabaseAddress } from '#server/system/config/database-address.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const CONTAINERFILE = read('resources', 'server', 'Containerfile');

const nothing = () => undefined;
const context: CliContext = {
  env: {},
  stdin: process.stdin,
  stdout: nothing,
  stdoutBytes: nothing,
  stderr: nothing,
  isInteractive: false,
  signal: new AbortController().signal,
};
const commands = new Map(leavesOf(await buildProgram(context, nothing)));

/** @throws if the command or option does not exist */
function assertRuns(words: readonly string[]): void {
  const name = [2, 1].map((count) => words.slice(0, count).join(' ')).find((known) => commands.has(known));
  const command: Command | undefined = commands.get(name ?? '');
  if (command === undefined) throw new Error(`there is no srvault ${words.slice(0, 2).join(' ')}`);
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*/, ''));
  for (const option of options)
    if (!command.options.some(({ long }) => long === option)) throw new Error(`${name} has no ${option}`);
}

/** Returns the words of every `srvault` command line in a text, with continued lines joined. */
function commandsIn(text: string): string[][] {
  const lines = text.replaceAll(/\s*\\\n(?:# *)?\s*/g, ' ').split('\n');
  return lines.flatMap((line) => {
    const said = /(?:^|\s|\/)srvault (?:-- )?(?=[a-z])(.*)$/.exec(line)?.[1];
    const served = /npm run serve -- (.*)$/.exec(line)?.[1];
    const command = said ?? (served && `serve ${served}`);
    return command === undefined
      ? []
      : [
          command
            .replace(/\s#.*$/, '')
            .replaceAll(/"[^"]*"/g, '"…"')
            .split(/\s+/),
        ];
  });
}

function codeBlocksOf(page: string): string {
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
}

/** Checks the arguments of a vault's container. */
function assertServes(args: readonly string[]): void {
  assertRuns(args);
  const optionOf = (option: string) =>
    args.find((arg) => arg.startsWith(`--${option}=`))?.slice(option.length + 3) ?? '';
  expect(args[0]).toBe('serve');
  expect(optionOf('data')).toBe('/vault/data');
  expect(parseDatabaseAddress(optionOf('store'))).toContain('/vault');
  expect(parseBlobStoreAddress(optionOf('blobs'))).toMatchObject({ kind: 'bucket', bucket: 'northgate' });
}

describe('docs/guide/clinic.md', () => {
  const lines = commandsIn(codeBlocksOf(read('docs', 'guide', 'clinic.md')));

  test('names commands and options there are', () => {
    expect(lines.length).toBeGreaterThan(7);
    for (const words of lines) assertRuns(words);
    expect(() => assertRuns(['migrate', '--from', 'x', '--into', 'y'])).toThrow('--into');
    expect(() => assertRuns(['move', '--from', 'x'])).toThrow('no srvault move');
  });

  test('begins with five commands', () => {
    const [, quick = ''] =
      /## Quick start\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(read('docs', 'guide', 'clinic.md')) ?? [];
    expect(quick.trim().split('\n')).toHaveLength(5);
  });
});

describe('compose.yaml', () => {
  const text = read('docs', 'clinic', 'compose.yaml');
  const { services, secrets, volumes, networks } = parse(text);

  test('serves what there is, where the image has it', () => {
    assertServes(services.vault.command);
    for (const words of commandsIn(text.replaceAll(/^# {3}/gm, ''))) assertRuns(words);
    expect(services.vault.ports).toEqual([`${DEFAULT_PORT}:${DEFAULT_PORT}`]);
    expect(CONTAINERFILE).toContain(`EXPOSE ${DEFAULT_PORT}\n`);
    expect(services.vault.volumes).toEqual(['vault:/vault']);
    expect(CONTAINERFILE).toContain('VOLUME /vault\n');
    expect(services.vault).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  test('names no secret, volume, network or service it has not', () => {
    for (const service of Object.values<Record<string, string[]>>(services)) {
      for (const name of service['secrets'] ?? []) expect(secrets).toHaveProperty([name]);
      for (const name of service['networks'] ?? []) expect(networks).toHaveProperty([name]);
      for (const mounted of service['volumes'] ?? [])
        expect(volumes).toHaveProperty([mounted.split(':')[0] ?? '']);
      for (const name of Object.keys(service['depends_on'] ?? {})) expect(services).toHaveProperty([name]);
    }
    expect(services.database.environment.POSTGRES_INITDB_ARGS).toBe('--encoding=UTF8 --locale=C');
    expect(services.database).not.toHaveProperty('ports');
  });
});

describe('kubernetes.yaml', () => {
  const text = read('docs', 'clinic', 'kubernetes.yaml');
  const documents = parseAllDocuments(text);
  const [database, vault, service] = documents.map((each) => each.toJS());
  const pod = vault.spec.template.spec;
  const [container] = pod.containers;

  test('parses, and runs what there is, where the image has it', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    assertServes(container.args);
    for (const words of commandsIn(text.replaceAll(/^# {3}/gm, ''))) assertRuns(words);
    for (const probe of [container.readinessProbe, container.livenessProbe]) {
      const [program, ...args] = probe.exec.command;
      expect(CONTAINERFILE).toContain(`"${program}", "health"`);
      assertRuns(args);
    }
    expect(container.ports).toEqual([{ name: 'vault', containerPort: DEFAULT_PORT }]);
    expect(service.spec.ports).toEqual([{ name: 'vault', port: DEFAULT_PORT, targetPort: 'vault' }]);
    expect(CONTAINERFILE).toContain(
      `USER ${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}\n`,
    );
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
  });

  test('mounts what it has, and reaches the database it makes', () => {
    const had = [
      ...pod.volumes,
      ...vault.spec.volumeClaimTemplates.map(({ metadata }: { metadata: object }) => metadata),
    ];
    const names = had.map(({ name }) => name);
    for (const { volumeMounts } of [...pod.initContainers, container])
      for (const { name } of volumeMounts) expect(names).toContain(name);
    const { name } = database.metadata;
    expect(container.args.join(' ')).toContain(`@${name}-rw/${database.spec.bootstrap.initdb.database}`);
    expect(container.env[0].valueFrom.secretKeyRef.name).toBe(`${name}-app`);
    expect(database.spec.bootstrap.initdb).toMatchObject({
      encoding: 'UTF8',
      localeCollate: 'C',
      localeCType: 'C',
    });
    expect(service.spec.selector).toEqual(vault.spec.template.metadata.labels);
  });
});
