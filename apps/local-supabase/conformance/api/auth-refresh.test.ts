import { setTimeout as sleep } from 'node:timers/promises'
import { anonClient } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject, type Person, type TestProject } from './project'

// The answers of Auth 2.196.0.
let target: TestProject
let sam: Person
beforeAll(async () => {
  target = await openProject()
  sam = await target.createPerson('customer', 'Sam Sample')
}, 90_000)
afterAll(() => target?.close())

const refresh = async (token: string) => {
  const { data, error } = await anonClient(target.project).auth.refreshSession({ refresh_token: token })
  return { next: data.session?.refresh_token ?? '', status: error?.status ?? 200, code: error?.code }
}

describe('a refresh token', () => {
  it.each([
    ['too short', 'nonsense', 'validation_failed'],
    ['of other signs', 'ABCDEFGHIJKL', 'validation_failed'],
    ['unknown', 'abcdefghijkl', 'refresh_token_not_found'],
  ])('that is %s is refused', async (_, token, code) =>
    expect(await refresh(token)).toMatchObject({ status: 400, code }),
  )

  it('can be used again while its successor is the newest, and older ones for 10 seconds', async () => {
    const { auth } = await target.signIn(sam)
    const { data } = await auth.getSession()
    const first = data.session?.refresh_token ?? ''
    const second = (await refresh(first)).next
    expect((await refresh(first)).next).toBe(second)
    const third = (await refresh(second)).next
    expect((await refresh(first)).status).toBe(200)
    await sleep(11_000)
    const newest = (await refresh(third)).next
    await sleep(11_000)
    expect((await refresh(third)).next).toBe(newest)
    expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect((await auth.getUser(data.session?.access_token)).error).toBeNull()
  }, 60_000)

  it('used twenty times at once ends no session', async () => {
    const { auth } = await target.signIn(sam)
    const token = (await auth.getSession()).data.session?.refresh_token ?? ''
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
    const others = answers.filter(({ status }) => ![200, 409, 429].includes(status))
    expect(others).toEqual([])
    const newest = answers.findLast(({ status }) => status === 200)
    expect((await auth.getUser()).error).toBeNull()
    // The twenty may have used up the project's limit.
    await expect
      .poll(async () => (await refresh(newest?.next ?? '')).status, { timeout: 30_000, interval: 2_000 })
      .toBe(200)
  }, 60_000)
})
