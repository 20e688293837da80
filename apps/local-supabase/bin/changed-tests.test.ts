import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { changedTests, MAIN_JOURNEYS } from './changed-tests.mjs'
import { testProjects } from './test-args.mjs'

const projects = testProjects().filter(({ short }) => short !== 'e2e')
const names = (list: { short: string }[]) => list.map(({ short }) => short)

describe('npm test -- --changed', () => {
  it('runs all tests of the database for a migration, and what talks to a backend', () => {
    const { whole, journeys } = changedTests(['supabase/migrations/20270101000000_teams.sql'], projects)
    expect(names(whole).sort()).toEqual(['database', 'stack-tests'])
    expect(journeys).toEqual(MAIN_JOURNEYS)
  })

  it('runs the related tests alone for a change of a library', () => {
    const { whole, related, journeys } = changedTests(['libs/tickets/src/model/rows.ts'], projects)
    expect(whole).toEqual([])
    expect(names(related)).toContain('tickets')
    expect(journeys).toEqual(MAIN_JOURNEYS)
  })

  it('runs no journey for a test, and the changed journeys', () => {
    expect(changedTests(['libs/tickets/src/model/rows.test.ts'], projects).journeys).toEqual([])
    expect(changedTests(['e2e/support/portal.ts'], projects).journeys).toEqual(MAIN_JOURNEYS)
    expect(changedTests(['e2e/journeys/live.spec.ts'], projects).journeys).toEqual(['journeys/live.spec.ts'])
  })

  it('names journeys that exist', () => {
    const files = readdirSync(new URL('../../../e2e/journeys', import.meta.url))
    for (const word of MAIN_JOURNEYS)
      expect(
        files.some((file) => file.includes(word)),
        word,
      ).toBe(true)
  })
})
