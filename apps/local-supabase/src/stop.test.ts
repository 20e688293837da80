import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startStack } from '@helpdesk/testing/stack'
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

it('Ctrl-C, which the database of a terminal hears too, stops in order while a request is under way', async () => {
  const stack = await startStack()
  const { hostname, port } = new URL(stack.url)
  const slow = connect(Number(port), hostname)
  slow.on('error', () => {})
  slow.write(
    `POST /rest/v1/rpc/verify_invite HTTP/1.1\r\nhost: ${hostname}\r\napikey: ${stack.publishableKey}\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  // Answered, so the one before it on the wire has arrived.
  expect((await fetch(`${stack.url}/healthz`)).status).toBe(200)
  process.kill(-stack.pid, 'SIGINT')
  await stack.stop()
  slow.destroy()
  expect(stack.output()).not.toMatch(/started again|While stopping/)
}, 120_000)
