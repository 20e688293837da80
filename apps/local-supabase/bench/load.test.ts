import { startStack, type Stack } from '@helpdesk/testing/stack'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLoad } from './load'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: 'empty' })
}, 90_000)
afterAll(() => stack?.stop())

it('answers correctly and keeps acknowledged writes while the database crashes under load', async () => {
  const report = await runLoad(stack, { people: 10, seconds: 6, think: 200, restart: true })
  expect(report.errors).toEqual([])
  expect(report.wrong).toEqual([])
  expect({ lost: report.lost, duplicates: report.duplicates }).toEqual({ lost: 0, duplicates: 0 })
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(stack.output()).toContain('The database ended by itself and is started again')
  // About 5 s on an idle machine, 11 s on a busy one. Clients repeat for 15 s.
  expect(report.recovered).toBeLessThan(20_000)
}, 120_000)
