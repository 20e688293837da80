import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { contentSecurityPolicy, inlineScriptHashes, type PortalConfig } from '@helpdesk/remote-contract/csp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStatic } from './handler'
import { createPortal } from './portal-config'

const origin = 'http://127.0.0.1:4350'
const supabase = { url: origin, publishableKey: 'sb_publishable_x' }
const portal: PortalConfig = {
  supabase,
  remotes: {
    'customer-portal': Object.assign(
      { name: 'customer-portal', version: '0.1.0-1' },
      { base: '/remotes/customer-portal/' },
    ),
  },
}
const headScript = 'window.started = 1'
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
let appsDir = ''

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = new Request(origin + path, { method, headers })
  const answer = await createStatic({ appsDir, portal: createPortal(supabase, appsDir) })(
    request,
    new URL(request.url),
  )
  return answer ?? new Response('not mine', { status: 599 })
}
const page = { accept: 'text/html,*/*' }

beforeAll(async () => {
  appsDir = await mkdtemp(join(tmpdir(), 'helpdesk-static-'))
  const shell = join(appsDir, 'shell/dist')
  const remote = join(appsDir, 'customer-portal/dist')
  await mkdir(join(shell, 'assets'), { recursive: true })
  await mkdir(join(remote, 'assets'), { recursive: true })
  await writeFile(
    join(shell, 'index.html'),
    `<!doctype html><script>${headScript}</script><div id=root></div>`,
  )
  await writeFile(join(shell, 'assets/index-BtQ2m9xK.js'), `export default '${'x'.repeat(4000)}'`)
  await writeFile(join(shell, '.env'), 'secret')
  await writeFile(join(appsDir, 'outside.txt'), 'secret')
  await writeFile(join(remote, 'remoteEntry.js'), 'export const a = 1')
  await writeFile(join(remote, 'remote.json'), '{ "name": "customer-portal", "version": "0.1.0-1" }')
  await mkdir(join(appsDir, 'agent-workspace'))
  await writeFile(join(appsDir, 'agent-workspace/remote.config.ts'), '')
  const compress = fileURLToPath(new URL('../../bin/compress.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [compress, shell, remote])
})
afterAll(() => rm(appsDir, { recursive: true, force: true }))

describe('the built portal', () => {
  it('answers page navigations with the shell on every path', async () => {
    for (const path of ['/', '/index.html', '/tickets/123', '/login?next=%2F']) {
      const answer = await get(path, page)
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(answer.headers.get('content-security-policy')).toContain(hashOf(headScript))
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  it('does not answer missing files, scripts and backend paths with the page', async () => {
    expect((await get('/assets/gone-12345678.js', page)).status).toBe(404)
    expect((await get('/api/thing')).status).toBe(404)
    expect((await get('/auth/v1/whatever', page)).status).toBe(599)
    expect((await get('/tickets', page, 'POST')).status).toBe(599)
  })

  it('caches hashed files forever and sends the smallest accepted encoding', async () => {
    const path = '/assets/index-BtQ2m9xK.js'
    const plain = await get(path)
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const small = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
    expect(small.headers.get('content-encoding')).toBe('br')
    expect(small.headers.get('content-type')).toMatch(/^text\/javascript/)
    const bytes = Buffer.from(await small.arrayBuffer())
    expect(bytes.length).toBe(Number(small.headers.get('content-length')))
    expect(brotliDecompressSync(bytes).toString()).toBe(await plain.text())
    expect((await get(path, { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe(
      'gzip',
    )
  })

  it('ignores a compressed sibling of an earlier build', async () => {
    const file = join(appsDir, 'customer-portal/dist/assets/a.js')
    await writeFile(`${file}.gz`, 'old')
    await utimes(`${file}.gz`, new Date(0), new Date(0))
    await writeFile(file, 'new')
    const answer = await get('/remotes/customer-portal/assets/a.js', { 'accept-encoding': 'gzip' })
    expect(await answer.text()).toBe('new')
  })

  it('sends a compressed sibling of a hashed file, which a cache of builds may have restored first', async () => {
    const file = join(appsDir, 'customer-portal/dist/assets/a-BtQ2m9xK.js')
    await writeFile(`${file}.gz`, gzipSync('same'))
    await utimes(`${file}.gz`, new Date(0), new Date(0))
    await writeFile(file, 'same')
    const answer = await get('/remotes/customer-portal/assets/a-BtQ2m9xK.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
  })

  it('answers 304 for a cached file', async () => {
    const first = await get('/remotes/customer-portal/remoteEntry.js')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    const again = await get('/remotes/customer-portal/remoteEntry.js', { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it.each([
    '/%2e%2e/outside.txt',
    '/..%2f..%2foutside.txt',
    '/..%5coutside.txt',
    '/.env',
    '/remotes/customer-portal/..%2f..%2foutside.txt',
    '/%00',
    '/%E0%A4',
    '/remotes/outside.txt',
    '/remotes/..%2f/x',
  ])('answers 404 for %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret')
  })

  it('explains how to build a missing app', async () => {
    const answer = await get('/remotes/agent-workspace/remoteEntry.js')
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('npm run build')
  })

  it('lists the built remotes in portal.json, revalidated each time', async () => {
    const answer = await get('/portal.json')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.json()).toEqual(portal)
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await get('/portal.json', known)).status).toBe(304)
    const small = await get('/portal.json', { 'accept-encoding': 'br' })
    expect(JSON.parse(brotliDecompressSync(Buffer.from(await small.arrayBuffer())).toString())).toEqual(
      portal,
    )
  })

  it('lists a remote that was built meanwhile, and one whose manifest is broken without content', async () => {
    const read = createPortal(supabase, appsDir)
    const listed = async () => (await read()).remotes
    const built = join(appsDir, 'knowledge-base/dist/remote.json')
    await mkdir(join(built, '..'), { recursive: true })
    try {
      expect(Object.keys(await listed())).toEqual(['customer-portal'])
      await writeFile(built, '{ "version": "1" }')
      expect(await listed()).toMatchObject({
        'knowledge-base': { version: '1', base: '/remotes/knowledge-base/' },
      })
      await writeFile(built, '{ "version": ')
      await utimes(built, new Date(1e12), new Date(1e12))
      expect(await listed()).toMatchObject({ 'knowledge-base': { base: '/remotes/knowledge-base/' } })
      expect(Object.keys(await listed())).toContain('customer-portal')
    } finally {
      await rm(join(built, '../..'), { recursive: true })
    }
  })
})

describe('content security policy', () => {
  it('allows only the inline scripts of the page, by hash', () => {
    const html = `<script type="module" src="/a.js"></script><script>a()</script><script nonce="x">b()</script><script type="application/json">{}</script>`
    expect(inlineScriptHashes(html)).toEqual([hashOf('a()'), hashOf('b()')])
  })

  it('allows other origins only for a hosted backend and external remotes', () => {
    const own = contentSecurityPolicy('', portal, origin)
    expect(own).toContain("worker-src 'self';")
    expect(own).toContain("connect-src 'self';")
    expect(own).toContain("script-src 'self';")
    expect(own).toContain("frame-ancestors 'none'")
    expect(own).toContain(
      "require-trusted-types-for 'script'; trusted-types helpdesk-worker helpdesk-offline",
    )
    expect(own.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe|\*|data:|https?:$/)
    const foreign = contentSecurityPolicy(
      '',
      {
        supabase: { url: 'https://abc.supabase.co', publishableKey: 'k' },
        remotes: {
          a: {
            base: 'https://cdn.example/a/2/',
            previous: [{ base: 'https://old.example/a/1/' }],
            canary: { release: { base: 'https://next.example/a/3/' } },
          },
        },
      },
      origin,
    )
    const remotes = 'https://cdn.example https://old.example https://next.example'
    for (const directive of [
      `connect-src 'self' https://abc.supabase.co wss://abc.supabase.co ${remotes}`,
      `script-src 'self' ${remotes}`,
      `img-src 'self' data: blob: https://abc.supabase.co ${remotes}`,
      `worker-src 'self' blob: ${remotes}`,
    ])
      expect(foreign).toContain(`${directive};`)
  })
})
