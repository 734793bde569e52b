/** Two traces side by side. Objects are heard one by one: between two of them the order is the machine's chance. */

/** What each object did and told, in order. */
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
