/** Formats the layer table for ARCHITECTURE.md. */
import { LAYERS } from './layer-table.ts';

/** Returns the table of ARCHITECTURE.md as Markdown. */
export function layerTable(): string {
  const screen = Object.keys(LAYERS).filter((name) => name.startsWith('renderer/screens/'));
  const alike = (name: string) => screen.includes(name) && LAYERS[name]?.holds.startsWith('one screen each');
  const [first] = screen.filter(alike);
  const rows = Object.entries(LAYERS).filter(([name]) => !alike(name) || name === first);
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ') || '-';
  const lines = rows.map(([name, { holds, internal }]) => {
    const place = alike(name) ? 'renderer/screens/*/' : /\.ts$/.test(name) ? name : `${name}/`;
    return `| \`${place}\` | ${holds} | ${list(internal)} |`;
  });
  return ['| folder | holds | may import (of this repository) |', '|---|---|---|', ...lines].join('\n');
}
