import type { DriveNode } from '#contract/drives/node.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { desktopRequest } from '#renderer/components/files/save-file.ts';

interface DragOutNameProps {
  readonly node: DriveNode;
  readonly name: string;
}

/**
 * File name that can be dragged out to a folder or another program. Dragging works in the desktop program
 * only.
 */
export function DragOutName({ node, name }: DragOutNameProps) {
  const desktop = node.kind === 'file' && node.status === 'ready' ? desktopBridge() : undefined;
  return (
    <h2
      className="pv-name"
      draggable={desktop !== undefined}
      onDragStart={(event) => {
        event.preventDefault();
        desktop?.dragOut(desktopRequest(node, name));
      }}
    >
      {name}
    </h2>
  );
}
