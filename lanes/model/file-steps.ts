/** Random steps on drive nodes: create, rename, move, trash and restore files and folders. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { type NodeModel, pick, type Step, step } from './step.ts';

/** File sizes around the chunk limits of a sealed file, and zero. */
const SIZES = [0, 1, 16_383, 16_384, 16_385, 40_000];
const at = () => fc.nat({ max: 20 });
const isThere = ({ is_deleted }: NodeModel) => !is_deleted;
const isFolder = (node: NodeModel) => isThere(node) && node.sha256 === null;
const isFile = (node: NodeModel) => isThere(node) && node.sha256 !== null;

/** Returns the folder at that index; the root if there is none. */
function folderAt(nodes: Iterable<NodeModel>, which: number): string | null {
  return which % 2 === 0 ? null : (pick(nodes, which, isFolder)?.id ?? null);
}

export function fileSteps(): fc.Arbitrary<Step>[] {
  let made = 0;
  const newName = () => {
    made += 1;
    return `node ${made}`;
  };
  return [
    fc
      .record({ size: fc.constantFrom(...SIZES), byte: fc.nat({ max: 255 }), inFolder: at() })
      .map(({ size, byte, inFolder }) =>
        step(
          `upload ${size} bytes`,
          () => true,
          async (_target, model, { client, group }) => {
            const bytes = new Uint8Array(size).fill(byte);
            const name = newName();
            const parent_id = folderAt(model.nodes.values(), inFolder);
            const { node_id } = await client
              .drive(group)
              .upload(bytes, { name, ...(parent_id === null ? {} : { parent_id }) });
            const sha256 = createHash('sha256').update(bytes).digest('hex');
            model.nodes.set(node_id, { id: node_id, name, parent_id, sha256, is_deleted: false });
          },
        ),
      ),
    at().map((inFolder) =>
      step(
        'make a folder',
        () => true,
        async (_target, model, { client, group }) => {
          const name = newName();
          const parent_id = folderAt(model.nodes.values(), inFolder);
          const { node_id } = await client.drive(group).mkdir({ name, parent_id });
          model.nodes.set(node_id, { id: node_id, name, parent_id, sha256: null, is_deleted: false });
        },
      ),
    ),
    at().map((which) =>
      step(
        `rename ${which}`,
        (model) => pick(model.nodes.values(), which, isThere),
        async (node, model, { client, group }) => {
          const name = newName();
          await client.drive(group).patch(node.id, { name });
          model.nodes.set(node.id, { ...node, name });
        },
      ),
    ),
    fc.record({ which: at(), inFolder: at() }).map(({ which, inFolder }) =>
      step(
        `move file ${which}`,
        (model) => pick(model.nodes.values(), which, isFile),
        async (node, model, { client, group }) => {
          const parent_id = folderAt(model.nodes.values(), inFolder);
          await client.drive(group).patch(node.id, { parent_id });
          model.nodes.set(node.id, { ...node, parent_id });
        },
      ),
    ),
    at().map((which) =>
      step(
        `trash file ${which}`,
        (model) => pick(model.nodes.values(), which, isFile),
        async (node, model, { client, group }) => {
          await client.drive(group).delete(node.id);
          model.nodes.set(node.id, { ...node, is_deleted: true });
        },
      ),
    ),
    at().map((which) =>
      step(
        `restore file ${which}`,
        (model) => pick(model.nodes.values(), which, ({ is_deleted }) => is_deleted),
        async (node, model, { client, group }) => {
          await client.drive(group).restore(node.id);
          model.nodes.set(node.id, { ...node, is_deleted: false });
        },
      ),
    ),
    at().map((which) =>
      step(
        `purge file ${which}`,
        (model) => pick(model.nodes.values(), which, ({ is_deleted }) => is_deleted),
        async (node, model, { client, group }) => {
          await client.drive(group).purge(node.id);
          model.nodes.delete(node.id);
        },
      ),
    ),
  ];
}
