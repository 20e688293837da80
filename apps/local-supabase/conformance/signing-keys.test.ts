import { anonClient, clientAs, createUser, newDataFolder, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inPrivate, joinChannel, topicsOf } from './api/channels'
import { ticket } from './ticket'

// As a hosted project that moved from its shared secret to a key pair: what people do, with tokens of both.
let dataDir: string
let stack: Stack
/** Signed in before the move. */
let earlier: string
let customer: SupabaseClient
const customerEmail = 'customer@example.org'
beforeAll(async () => {
  dataDir = await newDataFolder()
  const before = await startStack({ dataDir, env: { HELPDESK_JWT_ALGORITHM: 'HS256' } })
  await createUser(before, { email: customerEmail })
  await createUser(before, { email: 'admin@example.org', role: 'admin' })
  earlier = await tokenOf(await clientAs(before, customerEmail))
  await before.stop()
  stack = await startStack({ dataDir, env: { HELPDESK_JWT_ALGORITHM: 'ES256' } })
  customer = await clientAs(stack, customerEmail)
}, 120_000)
afterAll(async () => {
  await stack?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''

it('signs with a key that JWKS publishes, so that getClaims asks nobody', async () => {
  const { data, error } = await customer.auth.getClaims()
  expect(error).toBeNull()
  expect(data?.claims).toMatchObject({ email: customerEmail, role: 'authenticated' })
  const answer = await fetch(`${stack.url}/auth/v1/.well-known/jwks.json`)
  expect(answer.headers.get('cache-control')).toContain('max-age')
  const published = { alg: 'ES256', kty: 'EC', crv: 'P-256', use: 'sig', kid: data?.header.kid }
  const { keys } = await answer.json()
  expect(keys).toEqual([{ ...published, ext: true, key_ops: ['verify'], x: keys[0].x, y: keys[0].y }])
})

it('carries a ticket, its file, its channel and a function call', async () => {
  const created = await customer
    .from('tickets')
    .insert(ticket('Signed with a key pair'))
    .select('id')
    .single()
  expect(created.error).toBeNull()
  const id: string = created.data?.id
  const files = customer.storage.from('ticket-attachments')
  expect((await files.upload(`${id}/note.txt`, new Blob(['x'], { type: 'text/plain' }))).error).toBeNull()
  expect((await files.download(`${id}/note.txt`)).error).toBeNull()
  const topics = await topicsOf(customer, id)
  expect((await joinChannel(customer, topics.public, inPrivate)).statuses).toEqual(['SUBSCRIBED'])
  await customer.realtime.disconnect()
  const admin = await clientAs(stack, 'admin@example.org')
  const userId = (await customer.auth.getUser()).data.user?.id
  const changed = await admin.functions.invoke('update-user-role', { body: { userId, role: 'agent' } })
  expect([changed.error, changed.data?.role]).toEqual([null, 'agent'])
})

it('accepts sessions from before, and refuses what neither key signed', async () => {
  const anon = anonClient(stack)
  expect((await anon.auth.getUser(earlier)).data.user?.email).toBe(customerEmail)
  const ask = (token: string) =>
    fetch(`${stack.url}/rest/v1/profiles?select=id&limit=1`, {
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
    })
  expect((await ask(earlier)).status).toBe(200)
  const [head, body] = (await tokenOf(customer)).split('.')
  const forged = `${head}.${body}.${Buffer.alloc(64, 1).toString('base64url')}`
  expect((await ask(forged)).status).toBe(401)
  expect((await anon.auth.getUser(forged)).error?.status).toBe(403)
})

it('keeps the key over a restart', async () => {
  const token = await tokenOf(customer)
  await stack.stop()
  stack = await startStack({ dataDir, env: { HELPDESK_JWT_ALGORITHM: 'ES256' } })
  expect((await anonClient(stack).auth.getClaims(token)).error).toBeNull()
})
