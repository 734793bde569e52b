/**
 * React hook for files and folders dropped on an element, through `webkitGetAsEntry`. The list of entries is
 * only valid during the drop event.
 */
import { type DragEvent, useState } from 'react';

interface FileDrop {
  /** True while files are dragged over the element. */
  readonly over: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Returns drop handlers; folders are walked and their files flattened. */
export function useFileDrop(onFiles: (files: File[]) => void, enabled = true): FileDrop {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event) => {
        if (!enabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event) => {
        if (!enabled) return;
        event.preventDefault();
        setOver(false);
        droppedFiles(event.dataTransfer).then((files) => {
          if (files.length > 0) onFiles(files);
        });
      },
    },
  };
}

/** Returns all dropped files, with those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Take the entries before the first await, because the transfer is emptied after the event.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...transfer.files];
  const lists = await Promise.all(entries.map(filesOf));
  return lists.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isDirectory(entry)) return [];
  const children: FileSystemEntry[] = [];
  const reader = entry.createReader();
  // A directory is read in batches until one is empty.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) break;
    children.push(...batch);
  }
  const lists = await Promise.all(children.map(filesOf));
  return lists.flat();
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
