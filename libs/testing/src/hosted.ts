import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { backendArgs } from './backend-bundle'
import { root } from './fingerprint'

const ready = z.object({ url: z.string(), adminUrl: z.string() })

export interface HostedDatabase {
  /** Connects as the project's owner: role `postgres`, which is not a superuser. */
  url: string
  /** Connects as the platform's superuser, for inspection and to act as a service. */
  adminUrl: string
  stop(): Promise<void>
}

/**
 * Starts a database with the roles, owners and settings of an empty hosted project, without migrations.
 * @param grants `none`: as projects made since May 2026, which grant nothing on new objects by default
 */
export async function startHostedDatabase(grants: 'all' | 'none' = 'all'): Promise<HostedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'helpdesk-hosted-'))
  const child = spawn(process.execPath, [...(await backendArgs('hosted')), folder, grants], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  if (typeof line !== 'string') {
    await stop()
    throw new Error(`The hosted-like database did not start:\n${output}`)
  }
  return { ...ready.parse(JSON.parse(line)), stop }
}
