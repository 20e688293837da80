import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { startFakeModel } from '@helpdesk/testing/fake-model'
import { freePort } from '@helpdesk/testing/stack'
import { afterEach, describe, expect, it } from 'vitest'
import { createUser, stack } from '../tests/support/backend'
import { receive, stranger } from '../tests/support/mail'
import { KEY, tokenOf } from './admin-assistant/test-helpers.ts'

const here = import.meta.dirname
const functions = readdirSync(here).filter((name) => existsSync(join(here, name, 'index.ts')))
const deno = join(dirname(createRequire(import.meta.url).resolve('deno/package.json')), 'bin.cjs')
// Caches type checks between runs. Packages come from node_modules; nothing is downloaded.
const cache = join(here, '../../node_modules/.cache/deno')
mkdirSync(cache, { recursive: true })
const env = { ...process.env, DENO_DIR: cache, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
const common = (name: string) => [
  '--no-remote',
  '--node-modules-dir=manual',
  '--config',
  join(here, name, 'deno.json'),
]

let running: ChildProcess | undefined
/** The `deno` launcher does not forward signals, so the whole process group is stopped. */
afterEach(async () => {
  const served = running
  running = undefined
  if (served?.pid === undefined || served.exitCode !== null) return
  const ended = once(served, 'close')
  process.kill(-served.pid, 'SIGTERM')
  await ended
})

/** Serves the function on a free port, as a hosted project does. */
async function serve(name: string, settings: Record<string, string> = {}): Promise<string> {
  const port = await freePort()
  const args = [
    deno,
    'run',
    ...common(name),
    '--no-check',
    '--no-prompt',
    '--allow-env',
    '--allow-read',
    '--allow-sys',
  ]
  running = spawn(process.execPath, [...args, '--allow-net=127.0.0.1', join(here, name, 'index.ts')], {
    env: {
      ...env,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      SUPABASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: stack.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.secretKey }),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Helpdesk <help@example.com>',
      PORTAL_URL: stack.url,
      ...settings,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  running.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  running.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await expect
    .poll(() => (running?.exitCode === null ? printed : `ended: ${printed}`), { timeout: 60_000 })
    .toContain('Listening on')
  return `http://127.0.0.1:${port}/`
}

describe('functions in Deno', () => {
  it('are found', () => expect(functions).toContain('admin-assistant'))

  it.each(functions)('%s type-checks and responds', { timeout: 180_000 }, async (name) => {
    const checked = await promisify(execFile)(
      process.execPath,
      [deno, 'check', ...common(name), join(here, name, 'index.ts')],
      { env },
    ).catch((error: unknown) => error)
    expect(checked, 'deno check').not.toBeInstanceOf(Error)

    const url = await serve(name)
    // Functions for browsers answer the preflight; send-notifications accepts POST only.
    expect([204, 405]).toContain((await fetch(url, { method: 'OPTIONS' })).status)
    const refused = await fetch(url, { method: 'POST', body: '{}' })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: expect.stringMatching(/^not_auth/) })
  })

  it('receive-mail reads the characters of a mail', { timeout: 120_000 }, async () => {
    const script = `
      import { parseMail } from ${JSON.stringify(pathToFileURL(join(here, '_shared/received-mail/parse.ts')).href)}
      const words = '=?windows-1252?Q?5_=80?= =?utf-7?Q?+IKw-?= =?gb2312?B?tPI=?= =?iso-2022-jp?B?GyRCPmMbKEI=?='
      const mail = 'Subject: ' + words + '\\r\\nContent-Type: text/plain; charset=euc-kr\\r\\n\\r\\n\\x81\\x41'
      const { subject, content } = await parseMail(Uint8Array.from(mail, (sign) => sign.charCodeAt(0)), {})
      console.log(JSON.stringify([subject, content]))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [deno, 'eval', ...common('receive-mail'), script],
      { env },
    )
    expect(JSON.parse(stdout)).toEqual(['5 €€打障', '갂'])
  })

  it('staff-mail passes an original on, and a part of it', { timeout: 120_000 }, async () => {
    const sheet = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 31) % 256))
    const { id } = await receive({
      from: stranger(),
      headers: ['Content-Type: application/vnd.ms-excel; name=a.xlsx', 'Content-Transfer-Encoding: base64'],
      text: sheet.toString('base64').replace(/.{76}/g, '$&\r\n'),
    })
    const url = await serve('staff-mail')
    const token = await tokenOf(await createUser('agent', 'Dora Download'))
    const download = (part: number[]) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ action: 'download', mailId: id, part }),
      })
    const original = await download([])
    expect(original.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(await original.text()).toContain(sheet.toString('base64').slice(0, 76))
    expect(Buffer.from(await (await download([0])).arrayBuffer()).equals(sheet)).toBe(true)
  })

  it('admin-assistant calls a model and streams its answer', { timeout: 120_000 }, async () => {
    const model = await startFakeModel(({ toolResults }) =>
      toolResults.length === 0
        ? { tools: [{ name: 'queue_figures', args: {} }] }
        : { text: ['It ', 'works'] },
    )
    try {
      const url = await serve('admin-assistant', {
        AI_BASE_URL: model.url,
        AI_API_KEY: KEY,
        AI_MODEL: 'test',
      })
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokenOf(await createUser('admin', 'Dina Deno'))}`,
          accept: 'text/event-stream',
        },
        body: JSON.stringify({ messages: [], newUserMessage: 'Hi' }),
      })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      expect(await response.text()).toContain('event: done\ndata: {"reply":"It works","proposals":[]}')
      expect(model.calls[1]?.toolResults[0]).toContain('"active"')
    } finally {
      await model.stop()
    }
  })
})
