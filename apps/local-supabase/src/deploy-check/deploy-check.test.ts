import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import { startHostedDatabase } from '@helpdesk/testing/hosted'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, root } from '../settings'
import { inspect } from './inspect'
import type { Target } from './project'

const { supabaseDir } = readSettings({})
const servers: Server[] = []

type Reply = { status?: number; type?: string; headers?: Record<string, string>; body: string } | undefined

/** An HTTP server of the test. */
async function serve(reply: (request: IncomingMessage) => Promise<Reply> | Reply): Promise<string> {
  const server = createServer((request, response) => {
    void Promise.resolve(reply(request)).then((found) => {
      const { status = 404, type = 'application/json', headers, body } = found ?? { body: '{}' }
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    })
  })
  server.on('upgrade', passOn)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

/** Connects a websocket to the stack. */
function passOn({ url, rawHeaders }: IncomingMessage, socket: Duplex): void {
  const upstream = connect(Number(new URL(stack.url).port), '127.0.0.1')
  const headers = rawHeaders.map((text, n) => (n % 2 ? `${text}\r\n` : `${text}: `))
  upstream.write(`GET ${url} HTTP/1.1\r\n${headers.join('')}\r\n`)
  upstream.pipe(socket).pipe(upstream)
  for (const end of [upstream, socket]) end.on('error', () => undefined)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

let stack: Stack
let complete: Target
beforeAll(async () => {
  // Real servers let those wait whom they refuse.
  stack = await startStack({ env: { HELPDESK_REALTIME_LIMITS: 'refusalMs=1' } })
  await createUser(stack, { email: 'admin@example.com', role: 'admin' })
  const portal = await serve(portalReply(() => `${stack.url}`))
  const { url, publishableKey, secretKey, databaseUrl } = stack
  complete = { url, publishableKey, secretKey, databaseUrl, supabaseDir, portal }
}, 90_000)
const keep = 1
afterEach(() => {
  for (const server of servers.splice(keep)) server.close()
})
afterAll(async () => {
  for (const server of servers) server.close()
  await stack?.stop()
})

const base = '/remotes/customer-portal/'

/** The built files as a static host serves them. */
function portalReply(project: () => string, remote = base) {
  return ({ url = '/' }: IncomingMessage): Reply => {
    if (url === `${base}remoteEntry.js`) return { status: 200, type: 'text/javascript', body: 'export {}' }
    if (url !== '/portal.json') return { status: 200, type: 'text/html', body: '<div id="root"></div>' }
    const supabase = { url: project(), publishableKey: stack.publishableKey }
    const remotes = { 'customer-portal': { base: remote, entry: 'remoteEntry.js' } }
    return { status: 200, body: JSON.stringify({ supabase, remotes }) }
  }
}

/** Proxies the stack and replaces some responses. */
const proxyWith = (other: (path: string, method: string) => Reply) =>
  serve(async (request) => {
    const { url = '/', method = 'GET', headers } = request
    const changed = other(url, method)
    if (changed) return changed
    const sent = new Headers()
    for (const name of ['apikey', 'authorization', 'content-type'])
      if (typeof headers[name] === 'string') sent.set(name, headers[name])
    const body = method === 'GET' ? undefined : await bodyOf(request)
    const answer = await fetch(`${stack.url}${url}`, { method, headers: sent, body, redirect: 'manual' })
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? 'application/json',
      headers: location ? { location } : {},
      body: await answer.text(),
    }
  })

async function findMissing(target: Target): Promise<string[]> {
  const found: string[] = []
  for await (const { name, findings } of inspect(target))
    for (const { state, what, todo } of findings)
      if (state === 'missing') found.push(`${name}: ${what} → ${todo}`)
  return found
}
const json = (body: unknown, status = 200): Reply => ({ status, body: JSON.stringify(body) })

describe('deploy:check', () => {
  it('exits with 0 for a complete portal', async () => {
    const target = { ...complete, portal: stack.url }
    expect((await findMissing(target)).filter((line) => !line.startsWith('Portal'))).toEqual([])
    expect((await findMissing(complete)).filter((line) => line.startsWith('Portal'))).toEqual([])
    const args = ['--import', 'tsx', 'apps/local-supabase/src/deploy-check/main.ts']
    const options = ['--url', stack.url, '--publishable-key', stack.publishableKey]
    const { stdout } = await promisify(execFile)(process.execPath, [...args, ...options], {
      cwd: root,
      env: { ...process.env, SUPABASE_SECRET_KEY: stack.secretKey },
    })
    expect(stdout).toContain('Nothing is missing')
    expect(stdout).not.toContain(stack.secretKey)
  })

  it('exits with 1 when something is missing, and with 2 without a URL', async () => {
    const args = ['--import', 'tsx', 'apps/local-supabase/src/deploy-check/main.ts']
    const run = (options: string[]) =>
      promisify(execFile)(process.execPath, [...args, ...options], { cwd: root })
    const nobody = await serve(() => undefined)
    await expect(run(['--url', nobody, '--publishable-key', 'x'])).rejects.toMatchObject({ code: 1 })
    await expect(run(['--portal', nobody])).rejects.toMatchObject({ code: 2 })
  })

  it('reports unsafe settings of Auth', async () => {
    const url = await proxyWith((path) =>
      path === '/auth/v1/settings'
        ? json({
            external: { email: false, anonymous_users: true },
            disable_signup: true,
            mailer_autoconfirm: true,
          })
        : undefined,
    )
    const found = (await findMissing({ ...complete, url })).filter((line) => line.startsWith('Auth'))
    expect(found.map((line) => /^Auth: (.*) →/.exec(line)?.[1])).toEqual([
      'Sign-in by email is off',
      'Sign-up is off',
      expect.stringContaining('without a mail'),
      expect.stringContaining('Anonymous'),
    ])
  })

  it('reports a site URL and redirects that are not the portal', async () => {
    const found = (await findMissing(complete)).filter((line) => line.startsWith('Redirects'))
    expect(found).toEqual([
      expect.stringContaining(`site_url is ${stack.url} → Set PORTAL_URL=${complete.portal}`),
      expect.stringContaining('Links may not lead to /auth/callback'),
    ])
  })

  it('reports missing functions and tables, and a misconfigured bucket', async () => {
    const url = await proxyWith((path, method) => {
      if (path === '/functions/v1/send-invites') return json({ code: 'NOT_FOUND' }, 404)
      if (path.startsWith('/rest/v1/macros')) return json({ code: 'PGRST205' }, 404)
      if (path.startsWith('/rest/v1/profiles') && method === 'GET') return json([])
      if (path.startsWith('/storage/v1/bucket/'))
        return json({ public: true, file_size_limit: null, allowed_mime_types: null })
      return undefined
    })
    const found = await findMissing({ ...complete, url, databaseUrl: undefined, portal: undefined })
    expect(found).toEqual([
      expect.stringMatching(/^Database: 1 of \d+ tables: macros → supabase db push --remote$/),
      expect.stringMatching(/^Database: No active admin/),
      expect.stringMatching(/^Functions: Functions: send-invites → supabase functions deploy$/),
      expect.stringMatching(/it is public, its size limit is null, its types differ from the settings/),
    ])
  })

  it('compares the bucket with the settings of the workspace', async () => {
    const bucketLines = async () => (await findMissing(complete)).filter((line) => line.includes('bucket'))
    const db = sql(stack)
    try {
      await db.unsafe("update public.workspace_settings set file_types = '{png,csv}', max_file_bytes = 2048")
      expect(await bucketLines()).toEqual([])
      await db.unsafe(
        "update storage.buckets set allowed_mime_types = '{image/png}' where id = 'ticket-attachments'",
      )
      expect(await bucketLines()).toEqual([
        expect.stringMatching(
          /its types differ from the settings → In the SQL editor: select private\.apply_file_limits/,
        ),
      ])
      await db.unsafe('select private.apply_file_limits()')
      expect(await bucketLines()).toEqual([])
    } finally {
      await db.unsafe('update public.workspace_settings set file_types = default, max_file_bytes = default')
      await db.end()
    }
  })

  it('reports functions whose tokens the platform checks', async () => {
    const refused = { code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' }
    const url = await proxyWith((path) =>
      path === '/functions/v1/test-mail' ? json(refused, 401) : undefined,
    )
    const found = await findMissing({ ...complete, url, databaseUrl: undefined, portal: undefined })
    expect(found).toEqual([expect.stringMatching(/verify_jwt on.*: test-mail → supabase functions deploy/)])
  })

  it('reports missing settings of functions, and mails that are not sent', async () => {
    const bare = await proxyWith((path) =>
      path === '/functions/v1/send-notifications' ? json({ code: 'not_configured' }, 500) : undefined,
    )
    const stuck = await proxyWith((path) =>
      path.startsWith('/rest/v1/notification_outbox')
        ? json([{ created_at: '2026-01-01T00:00:00Z' }])
        : undefined,
    )
    const only = { ...complete, databaseUrl: undefined, portal: undefined }
    expect(await findMissing({ ...only, url: bare })).toEqual([
      expect.stringMatching(/SMTP_URL, MAIL_FROM or PORTAL_URL/),
    ])
    expect(await findMissing({ ...only, url: stuck })).toEqual([
      expect.stringMatching(/Mails wait for \d+ minutes/),
    ])
  })

  it('reports a statement of the sender that the database refuses, also while no mail waits', async () => {
    const db = sql(stack)
    const name = 'public.report_mail_server(text,text)'
    const [kept] = await db<{ text: string }[]>`select pg_get_functiondef(${name}::regprocedure) as text`
    // As safeupdate refuses it on a hosted project.
    await db.unsafe(`create or replace function public.report_mail_server(error text default null, sender text default null)
      returns void language plpgsql as $$ begin raise 'UPDATE requires a WHERE clause' using errcode = '21000'; end $$`)
    const served = { ...complete, portal: undefined }
    const found = await findMissing(served)
    await db.unsafe(kept?.text ?? '')
    await db.end()
    expect(found).toEqual([
      expect.stringContaining('No mail can be sent: 21000 UPDATE requires a WHERE clause'),
    ])
    expect(await findMissing(served)).toEqual([])
  })

  it('reports what keeps mails to the workspace from arriving', async () => {
    const inspectWith = async (settings: object, addresses: object[]) => {
      const url = await proxyWith((path, method) => {
        if (path === '/functions/v1/receive-mail' && method === 'GET') return json(settings)
        return path.startsWith('/rest/v1/mail_addresses') ? json(addresses) : undefined
      })
      const lines: string[] = []
      for await (const { name, findings } of inspect({ ...complete, url }))
        if (name === 'Received mail') lines.push(...findings.map(({ state, what }) => `${state}: ${what}`))
      return lines
    }
    const all = { secret: true, host: true, mailgun: false }
    const address = { address: 'support@example.com' }
    expect(await inspectWith(all, [address])).toEqual([
      'ok: The workspace reads mails to support@example.com',
      'ok: Mails to the workspace can be delivered',
      'ok: A receiving host is named whose checks of senders count',
    ])
    expect(await inspectWith({ ...all, secret: false }, [address])).toContain(
      'missing: RECEIVE_MAIL_SECRET of the functions',
    )
    expect(await inspectWith({ ...all, host: false }, [])).toEqual([
      'missing: An address of the workspace',
      'ok: Mails to the workspace can be delivered',
      expect.stringMatching(/^unknown: MAIL_AUTHSERV_ID is not set/),
    ])
    expect(await inspectWith({ ...all, secret: false }, [])).toEqual([
      'unknown: The workspace receives no mails',
    ])
  })

  it('reads the settings of received mails with a secret key alone', async () => {
    const get = (key: string) => fetch(`${stack.url}/functions/v1/receive-mail`, { headers: { apikey: key } })
    expect(await (await get(stack.secretKey)).json()).toEqual({ secret: true, host: false, mailgun: false })
    expect((await get(stack.publishableKey)).status).toBe(405)
  })

  it('distinguishes failed mails from overdue ones', async () => {
    const url = await proxyWith((path) => {
      if (path === '/functions/v1/send-notifications') return json({ sent: 0 })
      if (!path.startsWith('/rest/v1/notification_outbox')) return undefined
      return json(path.includes('dropped_at=is.null') ? [] : [{ created_at: '2026-01-01T00:00:00Z' }])
    })
    const target = { ...complete, url, databaseUrl: undefined, portal: undefined }
    expect(await findMissing(target)).toEqual([])
    const found: string[] = []
    for await (const { findings } of inspect(target)) found.push(...findings.map(({ what }) => what))
    expect(found).toContain('Notifications can be sent, and none waits')
    expect(found).toContain('Mails that failed for good: 1')
  })

  it('reports missing migrations and a missing admin', async () => {
    const db = sql(stack)
    const [last] = await db<{ version: string; name: string }[]>`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations) returning version, name`
    await db`update public.profiles set deactivated_at = now()`
    const partly = (await findMissing(complete)).filter((line) => line.startsWith('Database'))
    await db`update public.profiles set deactivated_at = null`
    await db`insert into supabase_migrations.schema_migrations ${db({ ...last })}`
    await db.end()
    expect(partly).toEqual([
      expect.stringContaining(`the first is ${last?.version}`),
      expect.stringContaining('No active admin'),
    ])
    const empty = await startHostedDatabase()
    const found = (await findMissing({ ...complete, databaseUrl: empty.url })).filter((line) =>
      line.startsWith('Database'),
    )
    await empty.stop()
    expect(found).toEqual([expect.stringMatching(/^Database: (\d+) of \1 migrations/)])
  })

  it('reports missing files, another project, and a remote without CORS', async () => {
    const elsewhere = await serve(() => ({ status: 200, type: 'text/javascript', body: 'export {}' }))
    const foreign = await serve(portalReply(() => 'https://other.supabase.co', `${elsewhere}${base}`))
    const nothing = await serve(() => undefined)
    const found = async (portal: string) =>
      (await findMissing({ ...complete, portal })).filter((line) => line.startsWith('Portal'))
    expect(await found(foreign)).toEqual([
      expect.stringContaining('/portal.json names another project'),
      expect.stringContaining(`Let ${elsewhere} answer with Access-Control-Allow-Origin: ${foreign}`),
    ])
    expect((await found(nothing)).map((line) => line.split(' → ')[0])).toEqual([
      'Portal: The portal’s page (404)',
      'Portal: /auth/callback answers 404',
      'Portal: /portal.json',
    ])
  })
})
