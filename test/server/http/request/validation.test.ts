import fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileValidation } from '#server/http/request/validation.ts';

test('what was refused is not kept with the reasons', async () => {
  const app = fastify();
  compileValidation(app);
  await app.ready();
  const schema = Type.Object({ title: Type.String({ maxLength: 3 }) }, { additionalProperties: false });
  const validate = app.validatorCompiler?.({ schema, method: 'POST', url: '/', httpPart: 'body' });
  for (const body of [{ title: 'Kastellan' }, { title: 'a', Kastellan: 1 }]) {
    expect(validate?.(body)).toBe(false);
    expect(validate?.errors).toHaveLength(1);
    expect(JSON.stringify(validate?.errors)).not.toContain('Kastellan');
  }
  await app.close();
});
