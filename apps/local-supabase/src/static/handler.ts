import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { contentSecurityPolicy } from '@helpdesk/remote-contract/csp'
import { remoteNames } from '@helpdesk/remote-contract/remotes'
import type { Handler } from '../http/types'
import { accepts, safePath, sendFile } from './files'
import { missingBuildPage } from './missing-build'
import type { ReadPortal } from './portal-config'

/** Fast enough for each request. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export interface StaticOptions {
  /** The folder `apps/` with the builds `<name>/dist`. */
  appsDir: string
  portal: ReadPortal
}

/** Paths of the backend: unknown ones must not return the portal's page. */
const backendPaths =
  /^\/(auth|rest|storage|functions|realtime|graphql)\/v1(\/|$)|^\/(healthz|readyz|metrics|mail|oauth)(\/|$)/

const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
}

const plainHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const notFound = () =>
  new Response('Not found', {
    status: 404,
    headers: { ...plainHeaders, 'content-type': 'text/plain; charset=utf-8' },
  })

/** A page load, in contrast to a script or image. */
const isNavigation = (request: Request, url: URL) =>
  (request.headers.get('accept') ?? '').includes('text/html') && !/\.[^/.]*$/.test(url.pathname)

/** Serves the built shell at `/`, the built remotes below `/remotes/<name>/`, and `/portal.json`. */
export function createStatic({ appsDir, portal }: StaticOptions): Handler {
  const shellDir = join(appsDir, 'shell', 'dist')
  let policy: { key: string; value: string } | undefined

  /** Cached per build of the page and origins of the remotes. */
  async function policyFor(page: string, origin: string): Promise<string> {
    const config = await portal()
    const bases = Object.values(config.remotes).map(({ base }) => base)
    const key = `${origin} ${(await stat(page)).mtimeMs} ${bases.join(' ')}`
    if (policy?.key !== key)
      policy = { key, value: contentSecurityPolicy(await readFile(page, 'utf8'), config, origin) }
    return policy.value
  }

  async function sendPage(request: Request, url: URL): Promise<Response> {
    const page = join(shellDir, 'index.html')
    const exists = await stat(page).catch(() => undefined)
    if (!exists) return missingBuildPage('shell')
    const headers = { ...pageHeaders, 'content-security-policy': await policyFor(page, url.origin) }
    return (await sendFile(request, '/index.html', page, headers)) ?? missingBuildPage('shell')
  }

  async function sendRemote(request: Request, url: URL): Promise<Response> {
    const [, , name = '', ...rest] = url.pathname.split('/')
    if (!Object.hasOwn((await portal()).remotes, name))
      return remoteNames(appsDir).includes(name) ? missingBuildPage(name) : notFound()
    const dist = join(appsDir, name, 'dist')
    const path = safePath(dist, rest.join('/'))
    return (path && (await sendFile(request, `/${rest.join('/')}`, path))) || notFound()
  }

  async function sendPortal(request: Request): Promise<Response> {
    const text = JSON.stringify(await portal())
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
    const headers = new Headers({
      ...plainHeaders,
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
      etag,
    })
    if (request.headers.get('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers })
    const small = accepts(request, 'br')
    if (small) headers.set('content-encoding', 'br')
    if (request.method === 'HEAD') return new Response(null, { headers })
    return new Response(small ? new Uint8Array(brotliCompressSync(text, QUALITY)) : text, { headers })
  }

  return async (request, url) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    if (backendPaths.test(url.pathname)) return undefined
    if (url.pathname === '/portal.json') return sendPortal(request)
    if (url.pathname.startsWith('/remotes/')) return sendRemote(request, url)
    if (url.pathname === '/' || url.pathname === '/index.html') return sendPage(request, url)
    const path = safePath(shellDir, url.pathname)
    const file = path && (await sendFile(request, url.pathname, path))
    if (file) return file
    return isNavigation(request, url) ? sendPage(request, url) : notFound()
  }
}
