import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handler } from '../http/types'
import type { PortalConfig } from './csp'
import { contentSecurityPolicy } from './csp'
import { safePath, sendFile } from './files'
import { missingBuildPage } from './missing-build'

export type { PortalConfig } from './csp'

export interface StaticOptions {
  /** The folder `apps/` with the builds `<name>/dist`. */
  appsDir: string
  /** Content of `/portal.json`. */
  portal: PortalConfig
}

/** Paths of the backend: unknown ones must not return the portal's page. */
const backendPaths =
  /^\/(auth|rest|storage|functions|realtime|graphql)\/v1(\/|$)|^\/(healthz|mail|oauth)(\/|$)/

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
  (request.headers.get('accept') ?? '').includes('text/html') && !/\.[^/]*$/.test(url.pathname)

/** Serves the built shell at `/`, the built remotes below `/remotes/<name>/`, and `/portal.json`. */
export function createStatic({ appsDir, portal }: StaticOptions): Handler {
  const shellDir = join(appsDir, 'shell', 'dist')
  const portalJson = JSON.stringify(portal)
  let policy: { key: string; value: string } | undefined

  /** Cached per build of the page. */
  async function policyFor(page: string, origin: string): Promise<string> {
    const key = `${origin} ${(await stat(page)).mtimeMs}`
    if (policy?.key !== key)
      policy = { key, value: contentSecurityPolicy(await readFile(page, 'utf8'), portal, origin) }
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
    if (!Object.hasOwn(portal.remotes, name)) return notFound()
    const dist = join(appsDir, name, 'dist')
    const path = safePath(dist, rest.join('/'))
    const file = path && (await sendFile(request, `/${rest.join('/')}`, path))
    if (file) return file
    const built = await stat(dist).catch(() => undefined)
    return built ? notFound() : missingBuildPage(name)
  }

  return async (request, url) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    if (backendPaths.test(url.pathname)) return undefined
    if (url.pathname === '/portal.json')
      return new Response(request.method === 'HEAD' ? null : portalJson, {
        headers: {
          ...plainHeaders,
          'cache-control': 'no-cache',
          'content-type': 'application/json; charset=utf-8',
        },
      })
    if (url.pathname.startsWith('/remotes/')) return sendRemote(request, url)
    if (url.pathname === '/' || url.pathname === '/index.html') return sendPage(request, url)
    const path = safePath(shellDir, url.pathname)
    const file = path && (await sendFile(request, url.pathname, path))
    if (file) return file
    return isNavigation(request, url) ? sendPage(request, url) : notFound()
  }
}
