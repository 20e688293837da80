import { expect, it } from 'vitest'
import { functionMutant } from '../mutants/catalogue'
import { functionMutants } from '../mutants/functions'
import { db } from './support/backend'

it('each mutant of a function changes the function as it is now', async () => {
  const outdated = []
  for (const mutant of functionMutants) {
    const { name, apply } = await functionMutant(db, mutant)
    if (!apply) outdated.push(name)
  }
  expect(outdated).toEqual([])
})

it('reports a mutant whose function has changed, without an error', async () => {
  const mutant = { function: 'public.claim_ticket', from: 'no such text', to: '', tests: [] }
  const { name, apply } = await functionMutant(db, mutant)
  expect(apply).toBe('')
  expect(name).toContain('no such text')
})
