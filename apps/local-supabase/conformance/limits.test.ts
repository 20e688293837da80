import {
  anonClient,
  clientAs,
  createUser,
  DEMO_PASSWORD,
  serviceClient,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'
import { newMachine, statuses, times } from './machine'

let stack: Stack
beforeAll(async () => {
  const limits =
    'account_failures=3,account_guesses=5,sign_in_sign_ups=5,token_refresh=12,account_refreshes=2,token_verifications=3,account_verifications=3,verification_guesses=5,account_mails=1,account_uploads=2,account_functions=2'
  stack = await startStack({ env: { HELPDESK_RATE_LIMITS: limits } })
}, 90_000)
afterAll(() => stack?.stop())

const machine = () => newMachine(stack)
const signIn = (ask: ReturnType<typeof machine>, email: string, password: string) =>
  ask('POST', '/auth/v1/token?grant_type=password', { email, password })

describe('one account', () => {
  it('rejects sign-ins after failures from one address, existing or not', async () => {
    await createUser(stack, { email: 'nearby@example.com' })
    for (const email of ['nearby@example.com', 'nobody-nearby@example.com']) {
      const guesser = machine()
      const guesses = await times(3, () => signIn(guesser, email, 'Wrong1234'))
      expect(statuses(guesses)).toEqual([400, 400, 400])
      const late = await signIn(guesser, email, DEMO_PASSWORD)
      expect(late).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
      expect(late.wait).toBeGreaterThan(30)
    }
  })

  it('rejects sign-ins after failures from many addresses, existing or not', async () => {
    await createUser(stack, { email: 'target@example.com' })
    for (const email of ['target@example.com', 'nobody@example.com']) {
      const guesses = await times(5, () => signIn(machine(), email, 'Wrong1234'))
      expect(statuses(guesses)).toEqual([400, 400, 400, 400, 400])
      const late = await signIn(machine(), email, DEMO_PASSWORD)
      expect(late).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
      expect(late.wait).toBeGreaterThan(30)
    }
    await createUser(stack, { email: 'neighbour@example.com' })
    expect((await signIn(machine(), 'neighbour@example.com', DEMO_PASSWORD)).status).toBe(200)
  })

  it('limits concurrent guesses', async () => {
    await createUser(stack, { email: 'burst@example.com' })
    const guesses = Array.from({ length: 8 }, () => signIn(machine(), 'burst@example.com', 'Wrong1234'))
    const answers = statuses(await Promise.all(guesses))
    expect(answers.filter((status) => status === 400)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(3)
  })

  it('ignores device markers of another account, forged ones, and those of cross-origin pages', async () => {
    for (const name of ['marked', 'other']) await createUser(stack, { email: `${name}@example.com` })
    const markerOf = async (email: string) => {
      const body = JSON.stringify({ email, password: DEMO_PASSWORD })
      const headers = { apikey: stack.publishableKey }
      const url = `${stack.url}/auth/v1/token?grant_type=password`
      const cookie = (await fetch(url, { method: 'POST', body, headers })).headers.get('set-cookie') ?? ''
      expect(cookie).toMatch(/; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
      return cookie.split(';')[0] ?? ''
    }
    const [own, foreign] = [await markerOf('marked@example.com'), await markerOf('other@example.com')]
    await times(5, () => signIn(machine(), 'marked@example.com', 'Wrong1234'))
    const withMarker = (more: Record<string, string>) =>
      signIn(newMachine(stack, { more }), 'marked@example.com', DEMO_PASSWORD)
    const refused: Record<string, string>[] = [
      { cookie: foreign },
      { cookie: `${own.slice(0, -1)}${own.endsWith('A') ? 'E' : 'A'}` },
      { cookie: 'helpdesk_device=x.y' },
      { cookie: own, 'sec-fetch-site': 'same-site' },
      { cookie: own, 'sec-fetch-site': 'cross-site' },
    ]
    for (const more of refused) expect((await withMarker(more)).status, JSON.stringify(more)).toBe(429)
    expect((await withMarker({ cookie: own, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await withMarker({ cookie: own })).status).toBe(200)
  })

  it.each([
    ['recover', {}],
    ['resend', { type: 'signup' }],
    ['signup', { password: DEMO_PASSWORD }],
  ])('limits mails by %s without revealing whether it exists', async (path, more) => {
    const known = `known-${path}@example.com`
    await createUser(stack, { email: known })
    for (const email of [known, `unknown-${path}@example.com`]) {
      const asked = machine()
      const answers = await times(2, () => asked('POST', `/auth/v1/${path}`, { email, ...more }))
      expect(statuses(answers)).toEqual([200, 429])
      expect(answers[1]?.code).toBe('over_email_send_rate_limit')
      expect(answers[1]?.wait).toBeGreaterThan(0)
    }
  })

  it('limits refreshes of one session with an error that the client reads', async () => {
    await createUser(stack, { email: 'eager@example.com' })
    const client = await clientAs(stack, 'eager@example.com')
    const errors = await times(3, async () => (await client.auth.refreshSession()).error)
    expect(errors.map((error) => error?.status)).toEqual([undefined, undefined, 429])
    expect(errors[2]?.code).toBe('over_request_rate_limit')
  })
})

describe('the token for an account', () => {
  const hash = async (email: string) => {
    const link = (await stack.mails(email))[0]?.text ?? ''
    return /[?&]token_hash=([0-9a-f]+)/.exec(link)?.[1] ?? ''
  }
  const verify = (email: string | undefined, token: string) =>
    machine()('POST', '/auth/v1/verify', { type: 'recovery', email, token })

  it('limits guesses from many addresses, for an existing account or not', async () => {
    await createUser(stack, { email: 'otp@example.com' })
    await machine()('POST', '/auth/v1/recover', { email: 'otp@example.com' })
    for (const email of ['otp@example.com', 'nobody-otp@example.com']) {
      const guesses = await times(5, (n) => verify(n % 2 ? email : email.toUpperCase(), `${n}`))
      expect(statuses(guesses)).toEqual([403, 403, 403, 403, 403])
      const late = await verify(email, await hash('otp@example.com'))
      expect(late).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
      expect(late.wait).toBeGreaterThan(30)
    }
    // The link's request names no account, so guesses do not block it.
    expect((await verify(undefined, await hash('otp@example.com'))).status).toBe(200)
  })

  it('is valid for that account only, and resets the limit', async () => {
    for (const name of ['mine', 'yours']) await createUser(stack, { email: `otp-${name}@example.com` })
    await machine()('POST', '/auth/v1/recover', { email: 'otp-mine@example.com' })
    const token = await hash('otp-mine@example.com')
    expect((await verify('otp-yours@example.com', token)).status).toBe(403)
    expect((await verify('otp-mine@example.com', 'wrong')).status).toBe(403)
    expect((await verify('otp-mine@example.com', 'wrong')).status).toBe(403)
    expect((await verify('otp-mine@example.com', token)).status).toBe(200)
    expect((await verify('otp-mine@example.com', 'wrong')).status).toBe(403)
  })
})

describe('one address', () => {
  const signIn = (n: number) => ['POST', '/auth/v1/token?grant_type=password', { email: `a${n}@example.com` }]
  const refresh = (n: number) => [
    'POST',
    '/auth/v1/token?grant_type=refresh_token',
    { refresh_token: `t${n}` },
  ]
  it.each([
    ['sign-ins and refreshes', 12, (n: number) => (n % 2 ? signIn(n) : refresh(n))],
    [
      'sign-ups',
      5,
      (n: number) => ['POST', '/auth/v1/signup', { email: `new${n}@example.com`, password: 'short' }],
    ],
    ['resets', 5, (n: number) => ['POST', '/auth/v1/recover', { email: `reset${n}@example.com` }]],
    [
      'new mails',
      5,
      (n: number) => ['POST', '/auth/v1/resend', { email: `re${n}@example.com`, type: 'signup' }],
    ],
    [
      'links and tokens',
      3,
      (n: number) =>
        n % 2
          ? ['GET', `/auth/v1/verify?type=signup&token=${n}`]
          : ['POST', '/auth/v1/verify', { type: 'signup', token_hash: `${n}` }],
    ],
  ] as [string, number, (n: number) => [string, string, unknown]][])(
    'is limited to a number of %s, unlike another address',
    async (_what, limit, call) => {
      const busy = machine()
      const answers = await times(limit + 1, (n) => busy(...call(n)))
      expect(statuses(answers.slice(0, limit))).not.toContain(429)
      // GoTrue sends no Retry-After.
      expect(answers[limit]).toMatchObject({ status: 429, code: 'over_request_rate_limit', wait: 0 })
      expect((await machine()(...call(limit))).status).not.toBe(429)
    },
  )
})

describe('one user', () => {
  it('is limited in uploads and calls of functions, unlike others', async () => {
    for (const name of ['busy', 'calm']) await createUser(stack, { email: `${name}@example.com` })
    const [busy, calm] = [
      await clientAs(stack, 'busy@example.com'),
      await clientAs(stack, 'calm@example.com'),
    ]
    const upload = async (client: typeof busy, path: string) => {
      const { error } = await client.storage
        .from('ticket-attachments')
        .upload(path, new Blob(['text'], { type: 'text/plain' }))
      return error
    }
    const folder = async (client: typeof busy) =>
      (await client.from('tickets').insert(ticket('Files')).select('id').single()).data?.id
    const [mine, theirs] = [await folder(busy), await folder(calm)]
    const errors = await times(3, (n) => upload(busy, `${mine}/${n}.txt`))
    expect(errors.slice(0, 2)).toEqual([null, null])
    expect(errors[2]).toMatchObject({ status: 429, statusCode: '429' })
    expect(await upload(calm, `${theirs}/0.txt`)).toBeNull()
    expect(await upload(serviceClient(stack), `${mine}/3.txt`)).toBeNull()

    const call = async (client: typeof busy) => {
      const { error } = await client.functions.invoke('update-user-role', { body: {} })
      const response: Response = error.context
      return [response.status, Number(response.headers.get('retry-after') ?? 0) > 0]
    }
    expect(await times(3, () => call(busy))).toEqual([
      [400, false],
      [400, false],
      [429, true],
    ])
    expect(await call(calm)).toEqual([400, false])
    expect((await call(anonClient(stack)))[0]).toBe(401)
  })
})
