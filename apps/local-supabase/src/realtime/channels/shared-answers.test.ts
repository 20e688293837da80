import { expect, it, vi } from 'vitest'
import type { CallerClaims } from '../../http/types'
import type { Allowed, Extension } from './authorize'
import { shareAnswers } from './shared-answers'

const all: readonly Extension[] = ['broadcast', 'presence']
const claims = (sub: string, exp = 1): CallerClaims => ({ role: 'authenticated', sub, raw: { sub, exp } })

function newShared() {
  const answers: ((allowed: Allowed) => void)[] = []
  const readable = vi.fn(() => new Promise<Allowed>((resolve) => void answers.push(resolve)))
  const writable = vi.fn(() => new Promise<Allowed>((resolve) => void answers.push(resolve)))
  let losses = 0
  const shared = shareAnswers({ readable, writable }, () => losses)
  const answer = () => answers.splice(0).forEach((resolve) => resolve(new Set(all)))
  return { shared, readable, writable, answer, lose: () => void (losses += 1) }
}

it('asks once for one token and topic', async () => {
  const { shared, readable, answer } = newShared()
  const asked = Array.from({ length: 100 }, () => shared.readable(claims('a'), 'topic', all))
  expect(readable).toHaveBeenCalledOnce()
  answer()
  expect(await Promise.all(asked)).toEqual(asked.map(() => new Set(all)))
})

it('asks for each account, token, topic and kind of right', () => {
  const { shared, readable, writable } = newShared()
  void shared.readable(claims('a'), 'topic', all)
  void shared.readable(claims('b'), 'topic', all)
  void shared.readable(claims('a', 2), 'topic', all)
  void shared.readable(claims('a'), 'other', all)
  void shared.writable(claims('a'), 'topic', all)
  expect(readable).toHaveBeenCalledTimes(4)
  expect(writable).toHaveBeenCalledOnce()
})

it('asks again after a loss of rights, and once it has the answer', async () => {
  const { shared, readable, answer, lose } = newShared()
  const before = shared.readable(claims('a'), 'topic', all)
  lose()
  const after = shared.readable(claims('a'), 'topic', all)
  expect(readable).toHaveBeenCalledTimes(2)
  answer()
  await Promise.all([before, after])
  void shared.readable(claims('a'), 'topic', all)
  expect(readable).toHaveBeenCalledTimes(3)
})

it('asks again after a failure', async () => {
  const readable = vi.fn(() => Promise.reject(new Error('away')))
  const shared = shareAnswers({ readable, writable: readable }, () => 0)
  for (let n = 0; n < 2; n += 1)
    await expect(shared.readable(claims('a'), 'topic', all)).rejects.toThrow('away')
  expect(readable).toHaveBeenCalledTimes(2)
})
