import { expect, it } from 'vitest'
import { createMailMemory } from './mail-memory'

const MB = 1024 * 1024
function start(limit: number) {
  const hold = createMailMemory(limit)
  const forgotten: string[] = []
  return { forgotten, hold: (name: string, sender = 'a') => hold(sender, () => void forgotten.push(name)) }
}

it('makes room by the mail that has been arriving for the longest time', () => {
  const { hold, forgotten } = start(10 * MB)
  const [filed, slow, other] = [hold('filed'), hold('slow'), hold('other')]
  expect(filed.add(4 * MB)).toBe(true)
  filed.arrived()
  expect([slow.add(4 * MB), other.add(4 * MB)]).toEqual([true, true])
  expect(forgotten).toEqual(['slow'])
  expect([slow.add(1), other.add(1)]).toEqual([false, true])
})

it('makes room by the sender with the most bytes, however long others take', () => {
  const { hold, forgotten } = start(10 * MB)
  const slow = hold('slow', 'honest')
  expect(slow.add(3 * MB)).toBe(true)
  const flood = Array.from({ length: 5 }, (_, n) => hold(`flood ${n}`, 'mallory'))
  for (const mail of flood) expect(mail.add(4 * MB)).toBe(true)
  expect(forgotten).toEqual(['flood 0', 'flood 1', 'flood 2', 'flood 3'])
  expect(slow.add(MB)).toBe(true)
})

it('takes short mails when it is full, and others when mails were filed', () => {
  const { hold, forgotten } = start(5 * MB)
  const [filed, short, large] = [hold('filed'), hold('short'), hold('large')]
  expect(filed.add(5 * MB)).toBe(true)
  filed.arrived()
  expect([short.add(50_000), large.add(MB)]).toEqual([true, false])
  expect(forgotten).toEqual(['large'])
  filed.release()
  const again = hold('again')
  expect([again.add(4 * MB), short.add(50_000)]).toEqual([true, true])
  for (const mail of [again, short, large]) mail.release()
  expect(hold('last').add(5 * MB)).toBe(true)
})
