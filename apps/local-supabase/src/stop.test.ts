import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@helpdesk/testing/stack'
import { expect, it } from 'vitest'

const start = fileURLToPath(new URL('../bin/start.mjs', import.meta.url))

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to npm start stops the portal and its database',
  async (signal) => {
    const data = mkdtempSync(join(tmpdir(), 'helpdesk-stop-'))
    const port = await freePort()
    const env = {
      ...process.env,
      PORT: String(port),
      HELPDESK_DATA: data,
      HELPDESK_SEED: 'empty',
      HELPDESK_STATIC: 'off',
    }
    const portal = spawn(process.execPath, [start], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(portal, 'exit')
    let said = ''
    for await (const chunk of portal.stdout) {
      said += String(chunk)
      if (said.includes('Ctrl-C stops it')) break
    }
    expect(said).toContain(`http://127.0.0.1:${port}`)
    portal.kill(signal)
    expect(await exited).toEqual([0, null])
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
    rmSync(data, { recursive: true, force: true })
  },
  120_000,
)
