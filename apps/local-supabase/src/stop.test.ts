import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, newDataFolder, startStack } from '@helpdesk/testing/stack'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isAlive } from './data-folder/process-identity'
import { descendants, type Descendant } from './test-support/descendants'

const start = fileURLToPath(new URL('../bin/start.mjs', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})

/** Starts a portal by the command, in its own process group, and waits until it is up. */
async function startBy(command: string, args: string[]) {
  const data = await newDataFolder()
  const port = await freePort()
  const env = {
    ...process.env,
    npm_lifecycle_event: '',
    PORT: String(port),
    HELPDESK_DATA: data,
    HELPDESK_SEED: 'empty',
    HELPDESK_STATIC: 'off',
  }
  const portal = spawn(command, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(portal, 'exit')
  let output = ''
  portal.stdout.on('data', (chunk) => (output += String(chunk)))
  portal.stderr.on('data', (chunk) => (output += String(chunk)))
  const pid = portal.pid ?? 0
  let members: Descendant[] = []
  undo.push(() => {
    for (const member of [{ pid }, ...members])
      try {
        process.kill(member.pid, 'SIGKILL')
      } catch {
        // It has ended, as expected.
      }
    rmSync(data, { recursive: true, force: true })
  })
  await vi.waitFor(() => expect(output).toContain('Ctrl-C stops it'), { timeout: 90_000, interval: 100 })
  expect(output).toContain(`http://127.0.0.1:${port}`)
  members = descendants(pid)
  return { pid, members, exited, data, port, kill: (signal: NodeJS.Signals) => portal.kill(signal) }
}

type Portal = Awaited<ReturnType<typeof startBy>>

/** Expects that no process is left and the database was shut down. */
async function expectGone({ pid, members, data, port }: Portal) {
  expect(members.filter(({ command }) => command.includes('postgres')).length).toBeGreaterThan(1)
  await vi.waitFor(
    () =>
      expect([{ pid, command: 'itself' }, ...members].filter((member) => isAlive(member.pid))).toEqual([]),
    { timeout: 30_000, interval: 100 },
  )
  expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false)
  expect(readFileSync(join(data, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to npm start stops the portal and its database',
  async (signal) => {
    const portal = await startBy(process.execPath, [start])
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

  it.each(['bin/start.mjs', 'src/main.ts'])(
    'ends after SIGKILL to %s alone',
    async (script) => {
      const portal = await startBy('npm', ['start'])
      const member = portal.members.find(
        ({ command }) => command.includes(script) && !command.startsWith('sh ') && !command.startsWith('npm'),
      )
      process.kill(member?.pid ?? 0, 'SIGKILL')
      await expectGone(portal)
    },
    150_000,
  )
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
