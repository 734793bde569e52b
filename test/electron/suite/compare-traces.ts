/** Compares two traces object by object, because the order between objects is random. */

/** Groups calls and events by object, in order. */
export function byObject(trace: string): Record<string, string[]> {
  const lines = trace.split('\n').filter((line) => line !== '');
  const objects: Record<string, string[]> = {};
  for (const line of lines) {
    const name = /^(?:call|event) (\w+)\./.exec(line)?.[1];
    if (name === undefined) throw new Error('This is no trace of the desktop.');
    const steps = objects[name] ?? [];
    objects[name] = steps;
    steps.push(line);
  }
  return objects;
}
