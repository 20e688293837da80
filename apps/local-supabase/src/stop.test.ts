import { connect } from 'node:net'
import { startStack } from '@helpdesk/testing/stack'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isAlive } from './data-folder/process-identity'
import { expectGone, processOf, removePortals, startBy, startScript } from './test-support/portal-process'

afterEach(removePortals)

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to npm start stops the portal and its database',
  async (signal) => {
    const portal = await startBy(process.execPath, [startScript])
    portal.kill(signal)
    expect(await portal.exited).toEqual([0, null])
    await expectGone(portal)
  },
  120_000,
)

describe.runIf(process.platform === 'linux')('every process of npm start', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends after %s to npm',
    async (signal) => {
      const portal = await startBy('npm', ['start'])
      portal.kill(signal)
      await expectGone(portal)
    },
    150_000,
  )

  it.each([
    ['npm start alone', ['bin/start.mjs']],
    ['npm start and the portal at once', ['bin/start.mjs', 'src/main.ts']],
  ])(
    'ends after SIGKILL to %s',
    async (_name, scripts) => {
      const portal = await startBy('npm', ['start'])
      for (const script of scripts) process.kill(processOf(portal.members, script), 'SIGKILL')
      await expectGone(portal)
    },
    150_000,
  )

  it('ends after SIGKILL to all that no session of its own protects', async () => {
    const portal = await startBy(process.execPath, [startScript])
    process.kill(-portal.pid, 'SIGKILL')
    await portal.exited
    const left = portal.members.filter(({ command }) => !command.includes('io worker'))
    await vi.waitFor(() => expect(left.filter(({ pid }) => isAlive(pid))).toEqual([]), { timeout: 20_000 })
  }, 150_000)

  it('ends when its terminal closes', async () => {
    const portal = await startBy(process.execPath, [startScript])
    portal.closeOutput()
    process.kill(-portal.pid, 'SIGHUP')
    expect(await portal.exited).toEqual([0, null])
    await expectGone(portal)
  }, 150_000)
})

it('Ctrl-C, which also reaches the database, stops in order during a request', async () => {
  const stack = await startStack()
  const { hostname, port } = new URL(stack.url)
  const slow = connect(Number(port), hostname)
  slow.on('error', () => {})
  slow.write(
    `POST /rest/v1/rpc/verify_invite HTTP/1.1\r\nhost: ${hostname}\r\napikey: ${stack.publishableKey}\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  // The response shows that the earlier request has arrived.
  expect((await fetch(`${stack.url}/healthz`)).status).toBe(200)
  process.kill(-stack.pid, 'SIGINT')
  await stack.stop()
  slow.destroy()
  expect(stack.output()).not.toMatch(/started again|While stopping/)
}, 120_000)
