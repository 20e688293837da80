import { signInAs, stubBackend, type SentRequest } from '@helpdesk/tickets/testing'

export const ADMIN_ID = '00000000-0000-4000-8000-0000000000ad'

export const signInAdmin = () =>
  signInAs({ id: ADMIN_ID, name: 'Amy Admin', email: 'amy@example.com', role: 'admin' })

type Answer = Parameters<typeof stubBackend>[0]

/** Answers by the last part of the path, such as `list_users` or `send-invites`; everything else is answered null. */
export const stubCalls = (calls: Record<string, Answer>): SentRequest[] =>
  stubBackend((request) => calls[request.url.pathname.split('/').at(-1) ?? '']?.(request) ?? {})

/** What the data API answers when a rule of the database refuses. */
export const refusal = (code: string, message: string) => ({
  status: 400,
  body: { code: 'P0001', message, details: code, hint: null },
})

/** The calls of that name, in order. */
export const callsOf = (sent: readonly SentRequest[], name: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(`/${name}`))
