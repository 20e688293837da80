import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { anonClient, clientAs, createUser, DEMO_PASSWORD, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'

const modelKey = 'sk-model-key-0123456789'
const guess = 'Guessed1234'
const fresh = 'Fresh56789'

let stack: Stack
/** Values that no log may contain, by name. */
const secrets = new Map<string, string>()
const keep = (name: string, value: string | undefined) => {
  if (!value) throw new Error(`no ${name}`)
  secrets.set(name, value)
  return value
}
const mailToken = async (to: string) => {
  const [mail] = await stack.mails(to)
  return (
    new URL(/https?:\S+token_hash\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token_hash') ?? ''
  )
}

beforeAll(async () => {
  // A closed port, so that each call of the model fails.
  stack = await startStack({
    env: { AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_API_KEY: modelKey, AI_MODEL: 'none' },
  })
  keep('secret key', stack.secretKey)
  keep('database password', new URL(stack.databaseUrl).password)
  keep('set-up token', new URL(stack.setupUrl ?? '').searchParams.get('token') ?? '')
  keep('model key', modelKey)
  for (const password of [DEMO_PASSWORD, guess, fresh]) keep(`password ${password}`, password)
})
afterAll(() => stack?.stop())

/** For requests that the client would not send. */
const ask = (path: string, bearer: string, init: RequestInit = {}) =>
  fetch(`${stack.url}${path}`, {
    ...init,
    redirect: 'manual',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
  })

/** The output of the processes and every log file of the data folder. */
function logs(): Record<string, string> {
  // Without the line of HELPDESK_JSON, which contains the keys.
  const printed = stack
    .output()
    .split('\n')
    .filter((line) => !line.startsWith('{"ready":true'))
    .join('\n')
  const files = readdirSync(stack.dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(\.log|_log|stderr|stdout)/i.test(name) && statSync(join(stack.dataDir, name)).isFile(),
  )
  return {
    printed,
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(stack.dataDir, name), 'utf8')])),
  }
}

describe('logs', () => {
  it('contain no secrets of sign-ups, resets, refreshes, invites, files and their failures', async () => {
    await createUser(stack, { email: 'admin@example.com', role: 'admin' })
    await createUser(stack, { email: 'owner@example.com' })
    const admin = await clientAs(stack, 'admin@example.com')
    const owner = await clientAs(stack, 'owner@example.com')
    const session = async (client: typeof owner, name: string) => {
      const { data } = await client.auth.getSession()
      keep(`access token, ${name}`, data.session?.access_token)
      return keep(`refresh token, ${name}`, data.session?.refresh_token)
    }
    await session(admin, 'admin')
    const first = await session(owner, 'owner')

    // Invites: created, verified, used by another account, truncated, extended, in place of another type.
    const invite = async (email: string) => {
      const { data } = await admin.rpc('create_invite', { email, role: 'agent' }).single<{ token: string }>()
      return keep(`invite for ${email}`, data?.token)
    }
    const token = await invite('new@example.com')
    const visitor = anonClient(stack)
    for (const written of [token, `${token}.`, token.slice(0, -1), `"${token}"`])
      await visitor.rpc('verify_invite', { token: written })
    await visitor.rpc('verify_invite', { tokens: token })
    for (const [email, invite_token] of [
      ['other@example.com', token],
      ['other@example.com', `${token}.`],
      ['new@example.com', token],
      ['again@example.com', token],
    ] as const)
      await visitor.auth.signUp({
        email,
        password: DEMO_PASSWORD,
        options: { data: { invite_token, full_name: 'x'.repeat(500) } },
      })
    await visitor.auth.signUp({
      email: 'new@example.com',
      password: DEMO_PASSWORD,
      options: { data: { invite_token: token } },
    })
    await invite('second@example.com')
    await admin.functions.invoke('send-invites', { body: { emails: ['third@example.com'], role: 'agent' } })

    // Links of mails: used, used again, of the wrong type.
    await visitor.auth.signUp({ email: 'plain@example.com', password: DEMO_PASSWORD })
    const confirm = keep('confirmation link', await mailToken('plain@example.com'))
    for (const type of ['recovery', 'signup', 'signup'])
      await ask(`/auth/v1/verify?type=${type}&token=${confirm}`, 'none')
    await visitor.auth.resetPasswordForEmail('owner@example.com')
    const recovery = keep('recovery link', await mailToken('owner@example.com'))
    const reset = await visitor.auth.verifyOtp({ token_hash: recovery, type: 'recovery' })
    keep('access token of the reset', reset.data.session?.access_token)
    await visitor.auth.updateUser({ password: 'short' })
    expect((await visitor.auth.updateUser({ password: fresh })).error).toBeNull()
    await visitor.auth.updateUser({ password: fresh + fresh, data: { full_name: '\u0000' } })
    await visitor.auth.updateUser({ password: fresh })
    await visitor.auth.verifyOtp({ token_hash: recovery, type: 'recovery' })

    // Sign-in and refresh, right and wrong.
    const again = anonClient(stack)
    await again.auth.signInWithPassword({ email: 'owner@example.com', password: guess })
    await again.auth.signInWithPassword({ email: `${guess}@`, password: guess })
    expect(
      (await again.auth.signInWithPassword({ email: 'owner@example.com', password: fresh })).error,
    ).toBeNull()
    const old = await session(again, 'second')
    await again.auth.refreshSession()
    const bearer = keep('access token, refreshed', (await again.auth.getSession()).data.session?.access_token)
    await session(again, 'third')
    for (const refresh_token of [old, first, `${old}'`, '\u0000'])
      await again.auth.refreshSession({ refresh_token }).catch(() => {})
    await again.auth.signInWithPassword({ email: 'owner@example.com', password: fresh })
    await session(again, 'fourth')

    // Files and their signed addresses.
    const id = (await again.from('tickets').insert(ticket('Logs')).select('id').single()).data?.id
    const files = again.storage.from('ticket-attachments')
    await files.upload(`${id}/a.txt`, new Blob(['text'], { type: 'text/plain' }))
    const { data } = await files.createSignedUrl(`${id}/a.txt`, 60)
    const signed = new URL(data?.signedUrl ?? '')
    const signature = keep('signed address', signed.searchParams.get('token') ?? '')
    for (const end of ['', 'x']) {
      signed.searchParams.set('token', signature + end)
      await fetch(signed)
    }

    // Misplaced secrets: in a filter, an argument, a path, a key, an invalid body.
    for (const secret of [bearer, token, stack.secretKey, recovery, fresh]) {
      for (const path of [
        `/rest/v1/tickets?id=eq.${secret}`,
        `/rest/v1/${secret}`,
        `/rest/v1/tickets?select=${secret}`,
        `/rest/v1/tickets?order=${secret}`,
        `/rest/v1/rpc/claim_ticket?ticket_id=${secret}`,
        `/storage/v1/object/ticket-attachments/${id}/${secret}`,
        `/functions/v1/${secret}`,
        `/auth/v1/verify?type=signup&token=${secret}%00`,
        `/auth/v1/admin/users/${secret}`,
        `/auth/v1/callback?code=${secret}&state=${secret}`,
        `/${secret}`,
      ])
        await (await ask(path, bearer)).body?.cancel()
      for (const path of [
        '/rest/v1/rpc/get_ticket_detail',
        '/rest/v1/comments',
        '/auth/v1/token?grant_type=pkce',
      ])
        await (await ask(path, bearer, { method: 'POST', body: `{"ticket_id":"${secret}"` })).body?.cancel()
      for (const body of [
        { ticket_id: secret, content: secret },
        { ticket_id: id, content: '', request_id: secret },
        { auth_code: secret, code_verifier: `${secret}\u0000` },
      ])
        for (const path of [
          '/rest/v1/comments',
          '/rest/v1/rpc/get_ticket_detail',
          '/auth/v1/token?grant_type=pkce',
        ])
          await (await ask(path, bearer, { method: 'POST', body: JSON.stringify(body) })).body?.cancel()
      await (await ask('/rest/v1/tickets', `${secret}x`)).body?.cancel()
    }

    // A function that fails without the model.
    const failed = await admin.functions.invoke('admin-assistant', {
      body: { messages: [], newUserMessage: `How many tickets? ${randomUUID()}` },
    })
    expect(failed.error).not.toBeNull()
    await admin.functions.invoke('update-user-role', { body: { userId: token, role: fresh } })

    const written = logs()
    expect(Object.keys(written)).toContain('postgres.log')
    expect(written['postgres.log']).toContain('database system is ready')
    expect(written.printed).toContain('Services ready')
    for (const [file, text] of Object.entries(written)) {
      const found = [...secrets].filter(([, value]) => text.includes(value)).map(([name]) => name)
      expect(found, `${file}: ${text.slice(0, 3000)}`).toEqual([])
      // Nor other tokens or parts of one.
      expect(text).not.toMatch(/eyJ[\w-]{10,}/)
      expect(text).not.toMatch(/sb_secret_/)
    }
  }, 120_000)
})
