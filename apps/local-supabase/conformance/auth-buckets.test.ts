import { startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMachine, statuses } from './machine'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ authLimits: true })
}, 90_000)
afterAll(() => stack?.stop())

/** Of `[auth.rate_limit]` in supabase/config.toml, within five minutes. */
const TOKEN_REFRESH = 1200
const BURST = 30

it('allows 30 sign-ins and refreshes of an office at once, then a few a second, as hosted Auth', async () => {
  const office = newMachine(stack)
  const start = Date.now()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 2
        ? office('POST', '/auth/v1/token?grant_type=password', { email: `p${n}@example.com`, password: 'x' })
        : office('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: `t${n}` }),
    ),
  )
  const seconds = (Date.now() - start) / 1000
  const allowed = statuses(answers).filter((status) => status === 400).length
  expect(allowed).toBeGreaterThanOrEqual(BURST)
  expect(allowed).toBeLessThanOrEqual(BURST + 1 + (seconds * TOKEN_REFRESH) / 300)
  expect(statuses(answers).filter((status) => status === 429)).toHaveLength(60 - allowed)
})
