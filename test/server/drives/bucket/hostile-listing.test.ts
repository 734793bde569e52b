/** Tests listings as a hostile or broken storage may answer them. */
import { expect, test } from 'vitest';
import { createS3Calls } from '#server/drives/bucket/s3-calls.ts';

const CPU_MAX_MS = 60_000;

/** Lists the keys of these pages, the last of them again and again. */
async function listed(...pages: readonly string[]): Promise<string[]> {
  let at = 0;
  const call = async () => {
    const body = Buffer.from(pages[Math.min(at, pages.length - 1)] ?? '');
    at += 1;
    return { status: 200, headers: {}, body, attempt: 1 };
  };
  const keys: string[] = [];
  for await (const objects of createS3Calls({ call, close: async () => undefined }).list('p'))
    keys.push(...objects.map(({ key }) => key));
  return keys;
}

const object = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;

test('reads elements that never end in time that grows with the answer', async () => {
  const before = process.cpuUsage();
  expect(await listed('<Contents>'.repeat(400_000))).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(CPU_MAX_MS);
});

test('ends a listing that turns in a circle', async () => {
  const page = (token: string) => `${object('a')}<NextContinuationToken>${token}</NextContinuationToken>`;
  await expect(listed(page('1'), page('2'), page('1'))).rejects.toThrow('ListingRepeats');
});

test('keeps a reference to a character there is none of', async () => {
  expect(await listed(object('a&#x110000;&#x41;&amp;'))).toEqual(['a&#x110000;A&']);
});
