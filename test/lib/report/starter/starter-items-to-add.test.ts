import { expect, test } from 'vitest';
import { missingItems } from '#report/starter/starter-items-to-add.ts';
import { starterSet } from '#report/starter/starter-set.ts';

test('what a group has by title is left out; the trash and other groups count for nothing', async () => {
  const items = (await starterSet('fr')).slice(0, 3);
  const [first, second, third] = items.map(({ title }) => title);
  const present = [
    { security_group_id: 'a', is_deleted: false, title: ` ${first?.toUpperCase()} ` },
    { security_group_id: 'a', is_deleted: true, title: second ?? '' },
    { security_group_id: 'b', is_deleted: false, title: third ?? '' },
    { security_group_id: 'a', is_deleted: false, title: null },
  ];
  expect(missingItems(items, present, 'a').map(({ title }) => title)).toEqual([second, third]);
});
