import bcrypt from 'bcryptjs'
import { expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './passwords'

it('hashes with bcrypt and compares', async () => {
  const hash = await hashPassword('Demo1234')
  expect(bcrypt.compareSync('Demo1234', hash)).toBe(true)
  expect(await passwordMatches('Demo1234', hash)).toBe(true)
  expect(await passwordMatches('Demo1235', hash)).toBe(false)
  expect(await passwordMatches('Demo1234', null)).toBe(false)
})

it('does not block the main thread', async () => {
  await hashPassword('warm up')
  let ticks = 0
  let isDone = false
  const hashing = Promise.all(['one', 'two', 'three'].map(hashPassword)).then(() => (isDone = true))
  while (!isDone) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    ticks += 1
  }
  await hashing
  expect(ticks).toBeGreaterThan(100)
})

it('rejects a stored hash of another kind without failing other comparisons', async () => {
  const hash = await hashPassword('Demo1234')
  const foreign = `$5$rounds=5000$${'x'.repeat(45)}`
  expect(foreign).toHaveLength(60)
  expect(await Promise.all([passwordMatches('a', foreign), passwordMatches('Demo1234', hash)])).toEqual([
    false,
    true,
  ])
})

it('reticks 503 when 100 sign-ins are queued', async () => {
  const attempts = await Promise.allSettled(
    Array.from({ length: 104 }, () => passwordMatches('a', '$2b$04$not-a-hash')),
  )
  const refused = attempts.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'too_busy' } })
})
