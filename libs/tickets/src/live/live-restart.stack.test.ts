import { z } from '@helpdesk/supabase'
import { createFollower } from '@helpdesk/supabase/live/catch-up'
import { answerSchema } from '@helpdesk/supabase/live/changes'
import { createLive } from '@helpdesk/supabase/live/realtime'
import { freePort, realtime, startStack, type Stack } from '@helpdesk/testing'
import { openWorkspace, type Member } from '@helpdesk/testing/workspace'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

let stack: Stack | undefined
let dataDir = ''
const stops: (() => void)[] = []
afterAll(async () => {
  for (const stop of stops) stop()
  await stack?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

it('brings every client up to date within 5 s of a restart after the server was killed', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'helpdesk-live-'))
  const options = { dataDir, port: await freePort() }
  stack = await startStack(options)
  let workspace = openWorkspace(stack)
  const seen = new Map<Member, Set<string>>()

  async function follow(member: Member): Promise<() => boolean> {
    const api = await workspace.clientOf(member)
    const token = (await api.auth.getSession()).data.session?.access_token ?? null
    const { url = '', publishableKey = '' } = stack ?? {}
    const live = createLive({ url, publishableKey, accessToken: () => Promise.resolve(token), ...realtime })
    const ids = new Set<string>()
    seen.set(member, ids)
    let cursor: string | undefined
    const follower = createFollower({
      isIdle: () => false,
      loadLive: () => Promise.resolve(live),
      async ask() {
        const { data, error } = await api.rpc('changes_since', cursor === undefined ? {} : { since: cursor })
        if (error) throw new Error(error.message)
        const answer = z.parse(answerSchema, data)
        for (const { id } of answer.tickets) ids.add(id)
        cursor = answer.cursor
        return answer.topics
      },
    })
    follower.wake()
    stops.push(follower.stop)
    return follower.isLive
  }

  const customer = await workspace.newMember('Kim Killed')
  const members = [
    customer,
    await workspace.newMember('Ada Agent', 'agent'),
    await workspace.newMember('Ben Agent', 'agent'),
  ]
  const isLive = await Promise.all(members.map(follow))
  await vi.waitFor(() => expect(isLive.every((live) => live())).toBe(true), 20_000)

  // Its hints may end with the server.
  const last = await workspace.newTicket(customer)
  await workspace.db.end()
  await stack.kill()
  stack = await startStack(options)
  const ready = performance.now()
  workspace = openWorkspace(stack)
  const ticket = await workspace.newTicket(customer)
  await vi.waitFor(() => {
    for (const ids of seen.values()) expect([...ids]).toEqual(expect.arrayContaining([last, ticket]))
    expect(isLive.every((live) => live())).toBe(true)
  }, 10_000)
  await workspace.db.end()
  expect(performance.now() - ready).toBeLessThan(5_000)
}, 120_000)
