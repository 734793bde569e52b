/** Parses the place in a drive a command works on, and formats its nodes. */
import type { Command } from 'commander';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import type { ProfileOptions } from '#cli/profile.ts';
import { bytesText } from '#cli/terminal/amount-text.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import type { DriveNode } from '#contract/drives/node.ts';

export interface PlaceOptions extends ProfileOptions {
  readonly parent?: string;
  readonly exam?: string;
}

export function addPlaceOptions(command: Command): Command {
  return command
    .option('--parent <id>', 'the folder; the root unless given', onlyOnce('--parent'))
    .option('--exam <id>', 'the exam the files belong to', onlyOnce('--exam'));
}

export function placeOf({ parent, exam }: PlaceOptions): { parent_id?: string; exam_id?: string } {
  return {
    ...(parent === undefined ? {} : { parent_id: parent }),
    ...(exam === undefined ? {} : { exam_id: exam }),
  };
}

/** Formats nodes as a table. A state column appears only if a file is incomplete or unprocessed. */
export function nodeTable(items: readonly DriveNode[]): string {
  const saysState = items.some(({ status }) => status !== 'ready');
  return formatTable(
    ['id', 'kind', 'size', ...(saysState ? ['state'] : []), 'name'],
    items.map((node) => [
      node.node_id,
      node.kind,
      node.size === null ? '' : bytesText(node.size),
      ...(saysState ? [node.status] : []),
      printable(node.name ?? '(no key)'),
    ]),
  );
}
