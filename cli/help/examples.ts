/** Examples at the end of every command's help: two per command, by its words after `srvault`. */
import type { Command } from 'commander';

const ID = '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f';

const EXAMPLES: Readonly<Record<string, readonly [string, string]>> = {
  init: ['--data ~/vault --workspace Northgate --owner "Dr A. Roe"', '--sample --data ~/sample --json'],
  serve: ['--data ~/vault', '--data ~/vault --host 0.0.0.0 --name vault.clinic'],
  join: [
    '--data ~/vault --credential /media/stick/room-2 --founder "4f18 b7c2 0e95 d3a1"',
    '--data ~/vault --store postgres://vault@db.clinic/vault --blobs /srv/vault-files --host vault2.clinic',
  ],
  'travel take': [
    `--data ~/travel --credential ~/room-2 --founder "4f18 b7c2 0e95 d3a1" --group ${ID} --since 90d`,
    '--data ~/travel --credential ~/vault/remote',
  ],
  'travel status': ['--data ~/travel', '--data ~/travel --json'],
  'travel exchange': ['--data ~/travel', '--data ~/travel --passphrase-file ~/passphrase --json'],
  'travel more': [`--data ~/travel --group ${ID}`, `--data ~/travel --group ${ID} --since 2026-01-01`],
  'travel pin': [`${ID} --data ~/travel`, `${ID} --data ~/travel --json`],
  'travel unpin': [`${ID} --data ~/travel`, `${ID} --data ~/travel --json`],
  'travel name': [`${ID} --keep clinic --data ~/travel`, `${ID} --keep own --data ~/travel --json`],
  'travel credential': [
    '--data ~/travel --credential ~/room-2-anew',
    '--data ~/travel --credential ~/room-2-anew --json',
  ],
  'travel delete': ['--data ~/travel', '--data ~/travel --even-if-waiting'],
  'credential create': [
    `--data ~/vault --name nightly --group ${ID} --role editor --out ~/nightly`,
    '--data ~/vault --name "Reading room 2" --workstation --address vault.clinic:8743 --out ~/room-2',
  ],
  'credential list': ['--data ~/vault', '--data ~/vault --json'],
  'credential renew': ['--profile ~/nightly', '--out ~/nightly --data ~/vault'],
  'certificate list': ['--data ~/vault', '--data ~/vault --json'],
  'certificate renew': ['--data ~/vault', 'server --data ~/vault --passphrase-file ~/passphrase'],
  'passphrase change': [
    '--data ~/vault',
    '--data ~/vault --recovery-key-file ~/recovery-key --new-passphrase-file ~/passphrase',
  ],
  'recovery-key renew': ['--data ~/vault', '--data ~/vault --json > ~/recovery-key.json'],
  'persons list': ['--data ~/vault', '--data ~/vault --json'],
  'persons invite': [
    `--data ~/vault --name "Dr B. Poe" --group ${ID} --role editor`,
    '--data ~/vault --name "Dr C. Doe" --admin --json',
  ],
  'persons accept': [
    '--data ~/vault',
    '--data ~/vault --invite-file ~/invite --new-passphrase-file ~/passphrase',
  ],
  'persons disable': [`${ID} --data ~/vault`, `${ID} --data ~/vault --json`],
  'sessions list': ['--data ~/vault', '--data ~/vault --json'],
  'sessions end': [`${ID} --data ~/vault`, `${ID} --data ~/vault --json`],
  'groups list': ['--data ~/vault', '--data ~/vault --json'],
  'groups create': ['Cardiology --data ~/vault', '"Second opinions" --data ~/vault --json'],
  'groups members': [`${ID} --data ~/vault`, `${ID} --data ~/vault --json`],
  'groups add': [
    `${ID} ${ID} --role editor --data ~/vault`,
    `${ID} ${ID} --role owner --data ~/vault --json`,
  ],
  'groups remove': [`${ID} ${ID} --data ~/vault`, `${ID} ${ID} --data ~/vault --json`],
  'settings get': ['--data ~/vault', '--data ~/vault --json'],
  'settings set': [
    'idle_lock_seconds=600 --data ~/vault',
    'hl7_receivers=ris=tls://ris.example:2576 --hl7-ca ris=clinic-ca.pem --data ~/vault',
  ],
  health: ['--data ~/vault', '--data ~/vault --json'],
  metrics: ['--data ~/vault', '--data ~/vault > srvault.prom'],
  'templates install': ['--starter en --modality CT MR', '--starter de --modality all --no-macros --dry-run'],
  'exams patient': [`${ID} --patient ${ID}`, `${ID} --none --expected ${ID}`],
  'credential revoke': [`${ID} --data ~/vault`, `${ID} --data ~/vault --passphrase-file ~/passphrase`],
  doctor: ['--data ~/vault', '--data ~/vault --json'],
  verify: ['--data ~/vault', '--data ~/vault --passphrase-file ~/passphrase --json'],
  backup: [
    '--data ~/vault --to /mnt/backup',
    '--data ~/vault --to /mnt/backup --keep-daily 7 --keep-weekly 8',
  ],
  restore: ['--from /mnt/backup --data ~/restored', '--from /mnt/backup --data ~/restored --json'],
  migrate: [
    '--from ~/vault --data ~/vault-server --store postgres://vault@db.clinic/vault --passphrase-file ~/passphrase',
    '--from ~/vault-server --data ~/vault-in-a-folder --json',
  ],
  'audit verify': ['--data ~/vault', '--data ~/vault --json'],
  'audit recoveries': ['--data ~/vault', '--data ~/vault --json'],
  'audit patient': [`${ID} --data ~/vault --format csv`, `${ID} --data ~/vault --since 2026-11-01`],
  'audit export': ['--data ~/vault --since 2026-11-01 --lines', '--data ~/vault --format fhir'],
  'export deidentified': [
    `--exam ${ID} --list-words words.json`,
    `--exam ${ID} --reviewed words.json --out ~/copy`,
  ],
  'export dicom': [`--exam ${ID} --out ~/media`, `--patient ${ID} --out ~/media.zip`],
  'export fhir': [`--exam ${ID} --out exam.json`, '--out ~/export --ndjson'],
  'export hl7': [
    `--exam ${ID} --mllp tls://ris.example:2576 --ca ~/clinic-ca.pem`,
    `--exam ${ID} --queue ris`,
  ],
  'export shl': [
    `${ID} --place https://files.example/links/ --out ~/links`,
    `${ID} --place https://files.example/links/ --out ~/links --label 'CT of May' --expires 2026-12-31`,
  ],
  'hl7 outbox list': ['--waiting', `--exam ${ID} --json`],
  'hl7 outbox retry': [ID, `${ID} --json`],
  'hl7 outbox discard': [ID, `${ID} --json`],
  'export sealed': [
    `${ID} --out exam.html --passphrase-file ~/passphrase`,
    `${ID} --out exam.html --passphrase-file ~/passphrase --json`,
  ],
  'exams report': [`${ID} --format html --out report.html`, `${ID} --format md --out report.md`],
  'exams cosign': [`${ID} --ask ${ID}`, `${ID} --json`],
  'exams sign': [`${ID}`, `${ID} --intent co_signed --json`],
  'patients erase': [`${ID} --dry-run`, `${ID} --reason 'asked in writing' --out erased.json`],
  'verify-erasure': ['erased.json', 'erased.json --json'],
  'verify-report': [
    'report.html --signature report.sig.json',
    'report.html --signature report.sig.json --json',
  ],
  status: ['--profile ~/nightly', '--profile ~/nightly --check --json'],
  'drive ls': ['--profile ~/nightly', `--exam ${ID} --json`],
  'drive mkdir': ['"Prior studies"', `scans --parent ${ID}`],
  'drive put': [`picture.png --exam ${ID}`, 'tar c scans | srvault drive put - --name scans.tar'],
  'drive get': [`${ID} --out picture.png`, `${ID} --out - | sha256sum`],
  'drive mv': [`${ID} --name "CT head.png"`, `${ID} --root`],
  'drive rm': [`${ID}`, `${ID} --purge`],
  'drive restore': [`${ID}`, `${ID} --json`],
  'import fhir': ['bundle.json --dry-run', '~/export --profile ~/nightly'],
  'import dicom': ['~/cd/DICOMDIR --dry-run', '~/cd --profile ~/nightly'],
  completion: [
    'bash > ~/.local/share/bash-completion/completions/srvault',
    'fish > ~/.config/fish/completions/srvault.fish',
  ],
};

const OF_RECORDS: Readonly<Record<string, readonly [string, string]>> = {
  list: ['--q "ada ex"', '--state all --order updated_at --updated-since 2026-03-01 --all --json'],
  get: [ID, `${ID} --version-id ${ID} --json`],
  versions: [ID, `${ID} --json`],
  create: ['--file record.json', '--tag urgent < record.json'],
  update: [`${ID} --file record.json`, `${ID} --file record.json --expected ${ID}`],
  archive: [ID, `${ID} --json`],
  unarchive: [ID, `${ID} --json`],
  'draft get': [ID, `${ID} --rev ${ID} --json`],
  'draft put': [`${ID} --file document.json`, `${ID} --base ${ID} < record.json`],
  'draft discard': [ID, `${ID} --json`],
  'draft list': [ID, `${ID} --json`],
  restore: [ID, `${ID} --json`],
  delete: [ID, `${ID} --purge`],
};

/** Adds the examples to every command below `program`. */
export function addExamples(program: Command): void {
  for (const [name, command] of leavesOf(program)) {
    const examples = examplesOf(name);
    if (examples === undefined) continue;
    const lines = examples.map((line) => (line.includes('| srvault ') ? line : `srvault ${name} ${line}`));
    command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
}

function examplesOf(name: string): readonly [string, string] | undefined {
  return EXAMPLES[name] ?? OF_RECORDS[/^(?:patients|exams|templates) ([\w ]+)$/.exec(name)?.[1] ?? ''];
}

/** Returns every executable command with its name after `srvault`. */
export function leavesOf(command: Command, path = ''): [name: string, command: Command][] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((child) =>
    leavesOf(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
}
