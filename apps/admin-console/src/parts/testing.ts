import { signInAs, stubBackend, type SentRequest } from '@helpdesk/tickets/testing'

export const ADMIN_ID = '00000000-0000-4000-8000-0000000000ad'

export const signInAdmin = () =>
  signInAs({ id: ADMIN_ID, name: 'Amy Admin', email: 'amy@example.com', role: 'admin' })

type Answer = Parameters<typeof stubBackend>[0]

/** Stubs calls by the last segment of their path, such as `list_users`; other calls get an empty response. */
export const stubCalls = (calls: Record<string, Answer>): SentRequest[] =>
  stubBackend((request) => calls[request.url.pathname.split('/').at(-1) ?? '']?.(request) ?? {})

/** Response of the data API when a database rule rejects a call. */
export const refusal = (code: string, message: string) => ({
  status: 400,
  body: { code: 'P0001', message, details: code, hint: null },
})

/** Calls with that last path segment, in order. */
export const callsOf = (sent: readonly SentRequest[], name: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(`/${name}`))
