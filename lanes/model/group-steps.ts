/** Random steps on group members. Removing one rotates the group's key during the sequence. */
import * as fc from 'fast-check';
import { ROLES } from '#contract/access/roles.ts';
import { pick, type Step, step } from './step.ts';

const at = () => fc.nat({ max: 20 });
const role = () => fc.constantFrom(...ROLES);

export function groupSteps(): fc.Arbitrary<Step>[] {
  return [
    role().map((given) =>
      step(
        `a program as ${given}`,
        () => true,
        async (_target, model, { client, group }) => {
          const groups = [{ security_group_id: group, role: given }];
          const { principal_id } = await client.credentials.create({ name: 'Model', groups });
          model.members.set(principal_id, given);
        },
      ),
    ),
    fc.record({ which: at(), given: role() }).map(({ which, given }) =>
      step(
        `member ${which} becomes ${given}`,
        (model) => pick(model.members.keys(), which, () => true),
        async (principalId, model, { client, group }) => {
          await client.groups.putMember(group, principalId, { role: given });
          model.members.set(principalId, given);
        },
      ),
    ),
    at().map((which) =>
      step(
        `member ${which} leaves`,
        (model) => pick(model.members.keys(), which, () => true),
        async (principalId, model, { client, group }) => {
          await client.groups.removeMember(group, principalId);
          model.members.delete(principalId);
        },
      ),
    ),
  ];
}
