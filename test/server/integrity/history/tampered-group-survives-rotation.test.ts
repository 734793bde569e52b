import { expect, test } from 'vitest';
import { historyVault } from './history-fixture.ts';

test('a row whose clear group was edited outlives a rotation of its group: put right, it opens', async () => {
  const vault = await historyVault();
  const made = await vault.run(async (opened) => {
    const { founder } = opened;
    const id = await vault.createPatient(opened, 'Anna');
    await vault.createPatient(opened, 'Berta');
    const other = await founder.groups.create({ name: 'Other' });
    const groups = [{ security_group_id: vault.group, role: 'viewer' as const }];
    const { credential_id } = await founder.credentials.create({ name: 'Leaves', groups });
    return { id, credential_id, other: other.security_group_id };
  });
  const move = (group: string) =>
    vault.edit((db) => {
      db.prepare('UPDATE documents SET security_group_id = ? WHERE document_id = ?').run(group, made.id);
    });
  move(made.other);
  await vault.run(async ({ founder, services }) => {
    await founder.credentials.revoke(made.credential_id);
    await services.rotations.whenIdle();
  });
  move(vault.group);
  const name = await vault.run(async ({ founder, services }) => {
    await services.rotations.whenIdle();
    return (await founder.patients.get(made.id)).record.legal_name;
  });
  expect(name).toBe('Anna');

  // Once nothing is missing, the older key is removed.
  await vault.run(async ({ services }) => {
    await services.rotations.whenIdle();
  });
  vault.edit((db) => {
    const { count } = db
      .prepare<[string], { count: number }>(
        'SELECT count(DISTINCT generation) AS count FROM group_grants WHERE security_group_id = ?',
      )
      .get(vault.group) ?? { count: 0 };
    expect(count).toBe(1);
  });
});
