import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isAlive } from './data-folder/process-identity'
import {
  databaseOf,
  expectGone,
  launch,
  processOf,
  removePortals,
  startBy,
  startScript,
  type Portal,
} from './test-support/portal-process'

afterEach(removePortals)

const status = async ({ port }: Portal) =>
  (await fetch(`http://127.0.0.1:${port}/rest/v1/`, { signal: AbortSignal.timeout(5_000) })).status

async function expectRestarted(portal: Portal, before: { main: number; database: number }): Promise<void> {
  await vi.waitFor(() => expect(portal.output().split('Ctrl-C stops it').length).toBeGreaterThan(2), {
    timeout: 60_000,
    interval: 100,
  })
  expect(await status(portal)).toBe(401)
  const members = portal.all()
  expect(processOf(members, 'src/main.ts')).not.toBe(before.main)
  await vi.waitFor(() => expect(isAlive(before.database)).toBe(false), { timeout: 15_000 })
  expect(isAlive(databaseOf(portal))).toBe(true)
}

const processesOf = (portal: Portal) => ({
  main: processOf(portal.members, 'src/main.ts'),
  database: databaseOf(portal),
})

describe.runIf(process.platform === 'linux')('npm start', () => {
  it.each([
    ['SIGKILL', 'was killed'],
    ['SIGABRT', 'ran out of memory'],
  ] as const)(
    'starts the portal again after %s, and ends with it afterwards',
    async (signal, reason) => {
      const portal = await startBy(process.execPath, [startScript])
      const before = processesOf(portal)
      process.kill(before.main, signal)
      await expectRestarted(portal, before)
      expect(portal.output()).toContain(reason)
      const members = portal.all()
      portal.kill('SIGINT')
      expect(await portal.exited).toEqual([0, null])
      await expectGone({ ...portal, members })
    },
    200_000,
  )

  it('serves on when nothing reads its output any more', async () => {
    const portal = await startBy(process.execPath, [startScript])
    const { main } = processesOf(portal)
    portal.closeOutput()
    for (let n = 0; n < 5; n += 1) expect(await status(portal)).toBe(401)
    expect(isAlive(main)).toBe(true)
    portal.kill('SIGTERM')
    expect(await portal.exited).toEqual([0, null])
    await expectGone(portal)
  }, 150_000)

  it('starts a portal again that only serves files', async () => {
    const hosted = {
      SUPABASE_URL: 'https://example.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    }
    const portal = await startBy(process.execPath, [startScript], hosted)
    const main = processOf(portal.members, 'src/main.ts')
    process.kill(main, 'SIGKILL')
    const ready = () => portal.output().split('Ctrl-C stops it').length
    await vi.waitFor(() => expect(ready()).toBe(3), { timeout: 60_000, interval: 100 })
    expect((await fetch(`http://127.0.0.1:${portal.port}/healthz`)).status).toBe(200)
    portal.kill('SIGINT')
    expect(await portal.exited).toEqual([0, null])
  }, 150_000)

  it('tries once when its port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const portal = await launch(process.execPath, [startScript], { PORT: String(port) })
    expect(await portal.exited).toEqual([4, null])
    expect(portal.output().match(/is taken by another program/g)).toHaveLength(1)
    other.close()
  }, 100_000)

  it('tries once when its data is in use', async () => {
    const first = await startBy(process.execPath, [startScript])
    const second = await launch(process.execPath, [startScript], { HELPDESK_DATA: first.data })
    expect(await second.exited).toEqual([3, null])
    expect(second.output().match(/in use by another instance/g)).toHaveLength(1)
    expect(await status(first)).toBe(401)
  }, 150_000)
})
