import { isLocalRequest } from '../http/local-request'
import type { Handler } from '../http/types'
import type { Mail } from '../mail/mail'
import { mailPage } from './page'
import { createMailStore } from './store'

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
// Inherited by the sandboxed mail: inline styles and embedded pictures only.
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const refuse = (status: number, message: string) =>
  Response.json({ code: status, message }, { status, headers: commonHeaders })

const json = (body: unknown) => Response.json(body, { headers: commonHeaders })

function page(html: string, status = 200): Response {
  const headers = {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy,
  }
  return new Response(html, { status, headers })
}

export interface Mailbox {
  handler: Handler
  deliver(mail: Mail): Promise<void>
}

/**
 * Stores undelivered mails: shown at `/mail`, and as JSON at `/mail/api/messages` for tests.
 * @param dir folder of the mails, which survive a restart
 * @param origin the only origin that may show them
 */
export function createMailbox(dir: string, origin?: string): Mailbox {
  const store = createMailStore(dir)

  async function api(request: Request, url: URL, id: string | undefined): Promise<Response> {
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (!reading && request.method !== 'DELETE') return refuse(405, 'Method not allowed')
    if (id === undefined) {
      if (reading) return json(await store.list(url.searchParams.get('to') ?? undefined))
      await store.clear()
      return new Response(null, { status: 204, headers: commonHeaders })
    }
    if (reading) {
      const message = await store.get(id)
      return message ? json(message) : refuse(404, 'Message not found')
    }
    const removed = await store.remove(id)
    return removed
      ? new Response(null, { status: 204, headers: commonHeaders })
      : refuse(404, 'Message not found')
  }

  async function view(request: Request, id: string | undefined, verb: string | undefined): Promise<Response> {
    if (request.method === 'POST' && id !== undefined && verb === 'delete') {
      await store.remove(id)
      return new Response(null, { status: 303, headers: { ...commonHeaders, location: '/mail' } })
    }
    if ((request.method !== 'GET' && request.method !== 'HEAD') || verb !== undefined)
      return refuse(405, 'Method not allowed')
    const current = id === undefined ? undefined : await store.get(id)
    return page(mailPage(await store.list(), current), id !== undefined && !current ? 404 : 200)
  }

  const handler: Handler = async (request, url) => {
    if (url.pathname !== '/mail' && !url.pathname.startsWith('/mail/')) return undefined
    // Mails contain sign-in links.
    if (!isLocalRequest(request, url, origin))
      return refuse(403, 'The local mailbox answers on this machine only')
    const [first, second, third] = url.pathname.split('/').slice(2).filter(Boolean)
    if (first === 'api') return second === 'messages' ? api(request, url, third) : refuse(404, 'Not found')
    return view(request, first, second)
  }

  return {
    handler,
    deliver: async (mail) => {
      await store.add(mail)
    },
  }
}
