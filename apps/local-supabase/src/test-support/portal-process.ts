import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, newDataFolder } from '@helpdesk/testing/stack'
import { expect, vi } from 'vitest'
import { isAlive } from '../data-folder/process-identity'
import { descendants, type Descendant } from './descendants'

export const startScript = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))

const undo: (() => void)[] = []
/** Kills what is left of the portals of a test, and removes their data. */
export function removePortals(): void {
  for (const step of undo.splice(0).reverse()) step()
}

function killAll(processes: { pid: number }[]): void {
  for (const { pid } of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended, as expected.
    }
}

/** Starts a portal by the command, in its own process group. */
export async function launch(command: string, args: string[], settings: Record<string, string> = {}) {
  const data = await newDataFolder()
  const port = await freePort()
  const env = {
    ...process.env,
    npm_lifecycle_event: '',
    PORT: String(port),
    HELPDESK_DATA: data,
    HELPDESK_SEED: 'empty',
    HELPDESK_STATIC: 'off',
    SMTP_PORT: '0',
    ...settings,
  }
  const portal = spawn(command, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(portal, 'exit')
  let output = ''
  portal.stdout.on('data', (chunk) => (output += String(chunk)))
  portal.stderr.on('data', (chunk) => (output += String(chunk)))
  const pid = portal.pid ?? 0
  const seen: Descendant[] = []
  undo.push(() => {
    killAll([{ pid }, ...seen])
    rmSync(data, { recursive: true, force: true })
  })
  return {
    pid,
    port,
    data,
    exited,
    output: () => output,
    kill: (signal: NodeJS.Signals) => portal.kill(signal),
    /** Closes the pipes that it prints to, as a closed terminal does. */
    closeOutput() {
      portal.stdout.destroy()
      portal.stderr.destroy()
    },
    /** Its processes of now, which the end of the test ends. */
    members() {
      const members = descendants(pid)
      seen.push(...members)
      return members
    },
  }
}
type Launched = Awaited<ReturnType<typeof launch>>

/** Starts a portal, and waits until it is up. */
export async function startBy(command: string, args: string[], settings: Record<string, string> = {}) {
  const launched = await launch(command, args, settings)
  const { output, port } = launched
  await vi.waitFor(() => expect(output()).toContain('Ctrl-C stops it'), { timeout: 90_000, interval: 100 })
  expect(output()).toContain(`http://127.0.0.1:${port}`)
  return { ...launched, members: launched.members(), all: launched.members }
}
export type Portal = Awaited<ReturnType<typeof startBy>>

/** The process that runs a script of the portal, not npm or a shell that started it. */
export function processOf(members: Descendant[], script: string): number {
  const found = members.find(
    ({ command }) => command.includes(script) && !command.startsWith('sh ') && !command.startsWith('npm'),
  )
  if (!found) throw new Error(`No process runs ${script}`)
  return found.pid
}

export const databaseOf = ({ data }: Pick<Launched, 'data'>) =>
  Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** Expects that no process is left and the database was shut down. */
export async function expectGone({ pid, members, data, port }: Portal): Promise<void> {
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
