import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A user of the fake auth server. */
export interface FakeUser {
  id: string
  email: string
  password: string
  confirmed: boolean
  metadata: Record<string, unknown>
}

export interface RecordedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

interface Answer {
  status: number
  body?: unknown
}

type Override = (request: RecordedRequest) => Answer | Promise<Answer> | undefined

const authError = (status: number, code: string, msg: string): Answer => ({
  status,
  body: { code, error_code: code, msg },
})
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/**
 * Starts a fake auth server with the data calls of this library on 127.0.0.1. `override(path, …)` replaces an answer,
 * `requestsTo(path)` returns the requests.
 */
export async function startFakeBackend() {
  const users = new Map<string, FakeUser>()
  const profiles = new Map<string, Record<string, unknown>>()
  const refreshTokens = new Map<string, string>()
  const codes = new Map<string, { userId: string; challenge: string }>()
  const challenges = new Map<string, string>()
  const requests: RecordedRequest[] = []
  const overrides = new Map<string, Override>()
  let lifetime = 3600
  let clockOffset = 0

  const byEmail = (email: unknown) => [...users.values()].find((user) => user.email === email)
  const publicUser = (user: FakeUser) => ({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    app_metadata: { provider: 'email' },
    user_metadata: user.metadata,
    identities: [{ identity_id: user.id, id: user.id, user_id: user.id, provider: 'email' }],
    created_at: '2026-01-05T10:00:00Z',
  })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const session = (user: FakeUser): Answer => {
    const refresh = randomUUID()
    refreshTokens.set(refresh, user.id)
    const exp = Math.floor((Date.now() + clockOffset) / 1000) + lifetime
    const claims = { sub: user.id, exp, jti: randomUUID(), session_id: randomUUID() }
    const access = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2ln`
    return {
      status: 200,
      body: {
        access_token: access,
        refresh_token: refresh,
        token_type: 'bearer',
        expires_in: lifetime,
        expires_at: exp,
        user: publicUser(user),
      },
    }
  }
  const bearerUser = (request: RecordedRequest): FakeUser | undefined => {
    const payload = request.headers.authorization?.split('.')[1]
    if (!payload) return undefined
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const sub = typeof claims === 'object' && claims !== null && 'sub' in claims ? claims.sub : undefined
    return typeof sub === 'string' ? users.get(sub) : undefined
  }

  function token(request: RecordedRequest): Answer {
    const { body } = request
    switch (request.query.get('grant_type')) {
      case 'password': {
        const user = byEmail(body.email)
        if (!user || user.password !== body.password) {
          return authError(400, 'invalid_credentials', 'Invalid login credentials')
        }
        return user.confirmed ? session(user) : authError(400, 'email_not_confirmed', 'Email not confirmed')
      }
      case 'refresh_token': {
        const user = users.get(refreshTokens.get(String(body.refresh_token)) ?? '')
        refreshTokens.delete(String(body.refresh_token))
        return user ? session(user) : authError(400, 'refresh_token_not_found', 'Invalid Refresh Token')
      }
      default: {
        const code = codes.get(String(body.auth_code))
        const user = users.get(code?.userId ?? '')
        if (!code || !user)
          return authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
        if (challengeOf(String(body.code_verifier)) !== code.challenge) {
          return authError(
            400,
            'bad_code_verifier',
            'code challenge does not match previously saved code verifier',
          )
        }
        codes.delete(String(body.auth_code))
        return session(user)
      }
    }
  }

  function signup({ body }: RecordedRequest): Answer {
    if (byEmail(body.email)) return authError(422, 'user_already_exists', 'User already registered')
    const metadata = typeof body.data === 'object' && body.data !== null ? { ...body.data } : {}
    const user = addUser({
      email: String(body.email),
      password: String(body.password),
      metadata,
      confirmed: false,
    })
    challenges.set(user.email, String(body.code_challenge))
    return { status: 200, body: publicUser(user) }
  }

  function user(request: RecordedRequest): Answer {
    const current = bearerUser(request)
    if (!current) return authError(401, 'bad_jwt', 'invalid JWT')
    if (request.method === 'PUT') {
      if (typeof request.body.password === 'string') current.password = request.body.password
      if (typeof request.body.data === 'object') Object.assign(current.metadata, request.body.data)
    }
    return { status: 200, body: publicUser(current) }
  }

  function profile(request: RecordedRequest): Answer {
    const row = profiles.get((request.query.get('id') ?? '').replace('eq.', ''))
    if (!bearerUser(request) || !row) {
      return { status: 406, body: { code: 'PGRST116', message: 'no rows', details: null, hint: null } }
    }
    if (request.method === 'PATCH') Object.assign(row, request.body)
    return { status: 200, body: row }
  }

  function recover({ body }: RecordedRequest): Answer {
    challenges.set(String(body.email), String(body.code_challenge))
    return { status: 200, body: {} }
  }

  const routes: Record<string, (request: RecordedRequest) => Answer> = {
    '/auth/v1/token': token,
    '/auth/v1/signup': signup,
    '/auth/v1/user': user,
    '/auth/v1/recover': recover,
    '/auth/v1/authorize': () => ({ status: 303 }),
    '/auth/v1/logout': () => ({ status: 204 }),
    '/rest/v1/profiles': profile,
    '/rest/v1/rpc/verify_invite': () => ({ status: 200, body: [] }),
    '/rest/v1/rpc/needs_password': () => ({ status: 200, body: false }),
    '/rest/v1/rpc/prepare_invited_sign_up': () => ({ status: 200, body: false }),
    '/functions/v1/update-user-role': () => ({ status: 200, body: { ok: true } }),
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
    let text = ''
    for await (const chunk of incoming) text += String(chunk)
    const request: RecordedRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: text ? JSON.parse(text) : {},
    }
    requests.push(request)
    const override = await overrides.get(request.path)?.(request)
    const answer = override ??
      routes[request.path]?.(request) ?? { status: 404, body: { error: 'no such path' } }
    outgoing.writeHead(answer.status, {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    })
    outgoing.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
  }

  function addUser(values: Partial<FakeUser> & { role?: string; name?: string } = {}): FakeUser {
    const { role = 'customer', name = 'Ada Lovelace', ...rest } = values
    const created: FakeUser = {
      id: randomUUID(),
      email: 'ada@example.com',
      password: 'Secret12',
      confirmed: true,
      metadata: { role, full_name: name },
      ...rest,
    }
    users.set(created.id, created)
    profiles.set(created.id, { id: created.id, name, role, email: created.email })
    return created
  }

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}`,
    addUser,
    profiles,
    requestsTo: (path: string) => requests.filter((request) => request.path === path),
    override: (path: string, answer: Override) => void overrides.set(path, answer),
    restore: (path: string) => void overrides.delete(path),
    /** The code of the mailed link to `email`. */
    mailedCode(email: string): string {
      const code = randomUUID()
      codes.set(code, { userId: byEmail(email)?.id ?? '', challenge: challenges.get(email) ?? '' })
      return code
    },
    /** Sets the lifetime of new access tokens in seconds. */
    setLifetime: (seconds: number) => void (lifetime = seconds),
    /** Sets how far the server's clock is ahead of this device's, in milliseconds. */
    setClockOffset: (ms: number) => void (clockOffset = ms),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type FakeBackend = Awaited<ReturnType<typeof startFakeBackend>>
