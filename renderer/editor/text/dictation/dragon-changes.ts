/**
 * Handles text changes from the Dragon browser extension before Lexical does. Runs spoken commands, and
 * writes into fields, which Lexical would otherwise remove with their text.
 */
import { $getSelection, $isRangeSelection, $isTextNode, type LexicalEditor } from 'lexical';
import { isJsonObject } from '#records/json-object.ts';
import { $currentField } from '#renderer/editor/fields/field-positions.ts';
import {
  $fieldToFill,
  $replaceField,
  $replacePart,
  $writeOver,
} from '#renderer/editor/fields/replace-field-text.ts';
import { $typeAfterField } from '#renderer/editor/fields/type-at-field-edge.ts';
import { plainLineEnds } from '#renderer/editor/text/normalise-line-ends.ts';
import { onDragonMessage } from './listen-for-dragon.ts';
import { runSpoken } from './voice-commands.ts';

export function registerDragonChanges(editor: LexicalEditor): () => void {
  return onDragonMessage((data) => {
    const change = changeOf(data);
    const isHere = editor.getRootElement()?.contains(document.activeElement) === true;
    if (change === undefined || !isHere) return false;
    if (!editor.isEditable() || runSpoken(change.text)) return true;
    let isWritten = false;
    editor.update(
      () => {
        isWritten = $write(change);
      },
      { discrete: true },
    );
    return isWritten;
  });
}

/** Replaces `length` characters from `start` by `text`. Offsets are in the text node of the selection's anchor. */
interface Change {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

/** Returns false for changes that Lexical handles correctly itself. */
function $write({ start, length, text: sent }: Change): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  const text = plainLineEnds(sent);
  const whole = $fieldToFill(text);
  if (whole) {
    $replaceField(whole, text);
    return true;
  }
  if ($currentField() === null && text === sent) return false;
  if (selection.isCollapsed() && length === 0 && $typeAfterField(text)) return true;
  const node = selection.anchor.getNode();
  if ($isTextNode(node)) {
    const from = Math.min(start, node.getTextContentSize());
    const to = Math.min(start + length, node.getTextContentSize());
    selection.setTextNodeRange(node, from, node, to);
  }
  return $replacePart(text) || $writeOver(text);
}

function changeOf(data: unknown): Change | undefined {
  const message = typeof data === 'string' ? parsed(data) : undefined;
  if (!isJsonObject(message) || message['protocol'] !== 'nuanria_messaging' || message['type'] !== 'request')
    return undefined;
  const { payload } = message;
  if (!isJsonObject(payload) || payload['functionId'] !== 'makeChanges') return undefined;
  const [start, length, text] = Array.isArray(payload['args']) ? payload['args'] : [];
  if (typeof start !== 'number' || typeof length !== 'number' || typeof text !== 'string') return undefined;
  if (start < 0 || length < 0 || (text === '' && length === 0)) return undefined;
  return { start, length, text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
