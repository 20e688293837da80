import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { generateTypes, typesFile } from '../scripts/generate-types'
import { stack } from './support/backend'

it('match the database; otherwise run `npm run types`', async () => {
  expect(await readFile(typesFile, 'utf8')).toBe(await generateTypes(stack.databaseUrl))
})
