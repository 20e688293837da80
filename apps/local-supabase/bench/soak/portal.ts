import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@helpdesk/testing/stack'
import { z } from 'zod'
import { descendants } from '../../src/test-support/descendants'
import { heapAfterCollection, inspected } from '../../src/test-support/heap'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const readySchema = z.object({
  ready: z.literal(true),
  publishableKey: z.string(),
  secretKey: z.string(),
  databaseUrl: z.string(),
  smtpUrl: z.string(),
})

/** Passes connections on, until they are cut. */
async function startProxy(port: number) {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut: () => open.forEach((socket) => socket.resetAndDestroy()),
    close: () => server.close(),
  }
}

/** `npm start` on the data folder, as an operator runs it, behind a proxy whose connections can be cut. */
export async function startPortal(dataDir: string, smtpUrl: string) {
  const [port, smtpPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    ...inspected,
    npm_lifecycle_event: '',
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Desk <desk@desk.example>',
    HELPDESK_DATA: dataDir,
    HELPDESK_SEED: 'empty',
    HELPDESK_STATIC: 'off',
    HELPDESK_JSON: '1',
    HELPDESK_RATE_LIMITS: 'posts=1000000,sign_in_sign_ups=10000,token_refresh=10000',
  }
  const process_ = spawn(process.execPath, [join(root, 'apps/local-supabase/bin/start.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [process_.stdout, process_.stderr])
    stream.on('data', (chunk) => (output += String(chunk)))
  const readyLines = () => output.split('\n').filter((line) => line.startsWith('{"ready":true'))
  for (const end = Date.now() + 120_000; readyLines().length === 0; await sleep(100))
    if (Date.now() > end || process_.exitCode !== null) {
      process_.kill('SIGTERM')
      throw new Error(`The portal did not start:\n${output}`)
    }
  const proxy = await startProxy(port)
  /** Of the process that runs now. */
  const ready = () => readySchema.parse(JSON.parse(readyLines().at(-1) ?? '{}'))
  return {
    project: { ...ready(), url: proxy.url },
    databaseUrl: () => ready().databaseUrl,
    starts: () => readyLines().length,
    pid: () =>
      descendants(process_.pid ?? 0).find(({ command }) => command.includes('src/main.ts'))?.pid ?? 0,
    /** Megabytes of the heap after a collection. */
    heap: async () => {
      const latest = output.slice(output.lastIndexOf('Debugger listening on'))
      return Math.round((await heapAfterCollection({ output: () => latest })) / 1e5) / 10
    },
    cutSockets: proxy.cut,
    output: () => output,
    async stop() {
      process_.kill('SIGINT')
      if (process_.exitCode === null) await once(process_, 'exit')
      proxy.close()
    },
  }
}
export type Portal = Awaited<ReturnType<typeof startPortal>>
