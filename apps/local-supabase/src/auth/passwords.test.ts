import bcrypt from 'bcryptjs'
import { expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './passwords'

it('hashes with bcrypt and compares', async () => {
  const hash = await hashPassword('Demo1234', 'me')
  expect(bcrypt.compareSync('Demo1234', hash)).toBe(true)
  expect(await passwordMatches('Demo1234', hash, 'me')).toBe(true)
  expect(await passwordMatches('Demo1235', hash, 'me')).toBe(false)
  expect(await passwordMatches('Demo1234', null, 'me')).toBe(false)
})

it('does not block the main thread', async () => {
  await hashPassword('warm up', 'me')
  let ticks = 0
  let isDone = false
  const hashing = Promise.all(['one', 'two', 'three'].map((password) => hashPassword(password, 'me'))).then(
    () => (isDone = true),
  )
  while (!isDone) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    ticks += 1
  }
  await hashing
  expect(ticks).toBeGreaterThan(100)
})

it('rejects a stored hash of another kind without failing other comparisons', async () => {
  const hash = await hashPassword('Demo1234', 'me')
  const foreign = `$5$rounds=5000$${'x'.repeat(45)}`
  expect(foreign).toHaveLength(60)
  expect(
    await Promise.all([passwordMatches('a', foreign, 'me'), passwordMatches('Demo1234', hash, 'me')]),
  ).toEqual([false, true])
})

it('lets others pass a source with many passwords, and refuses too many of one', async () => {
  const hash = await hashPassword('Demo1234', 'me')
  let compared = 0
  const flood = Array.from({ length: 60 }, (_, index) =>
    passwordMatches(`guess ${index}`, hash, 'mallory').then(() => (compared += 1)),
  )
  const settled = Promise.allSettled(flood)
  expect(await passwordMatches('Demo1234', hash, 'me')).toBe(true)
  expect(compared).toBeLessThanOrEqual(3)
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'too_many_at_once' } })
}, 60_000)
