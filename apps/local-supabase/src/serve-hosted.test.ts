import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startStack } from '@helpdesk/testing/stack'
import { afterEach, expect, it } from 'vitest'
import { readSettings } from './settings'
import { descendants } from './test-support/descendants'

const hosted = { SUPABASE_URL: 'https://abc.supabase.co/', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc' }
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const start = async (env: Record<string, string>) => {
  const dataDir = join(tmpdir(), `helpdesk-hosted-${process.pid}-${await freePort()}`)
  const stack = await startStack({ dataDir, static: true, env: { HELPDESK_SEED: '', ...hosted, ...env } })
  undo.push(() => stack.stop())
  return stack
}

it('serves only files for a hosted project: no database, services, mailbox or data folder', async () => {
  const stack = await start({})
  const answer = async (path: string, method = 'GET') => {
    const { status, headers } = await fetch(`${stack.url}${path}`, { method })
    return { status, headers }
  }
  const portal = await (await fetch(`${stack.url}/portal.json`)).json()
  expect(portal.supabase).toEqual({
    url: 'https://abc.supabase.co',
    publishableKey: hosted.SUPABASE_PUBLISHABLE_KEY,
  })
  for (const path of [
    '/auth/v1/settings',
    '/auth/v1/token?grant_type=password',
    '/rest/v1/tickets',
    '/storage/v1/bucket',
  ])
    for (const method of ['GET', 'POST']) expect((await answer(path, method)).status, path).toBe(404)
  for (const path of ['/mail', '/mail/api/messages', '/oauth/authorize', '/functions/v1/send-invites'])
    expect((await answer(path)).status, path).toBe(404)
  expect((await answer('/healthz')).status).toBe(200)
  expect(existsSync(stack.dataDir)).toBe(false)
  expect(descendants(stack.pid).filter(({ command }) => command.includes('postgres'))).toEqual([])
  expect(stack.output()).not.toMatch(/Demo1234|Mailbox|example\.com/)
})

it.each([
  [{ SUPABASE_PUBLISHABLE_KEY: '' }, 'belong together'],
  [{ SUPABASE_URL: 'abc' }, 'SUPABASE_URL must look like https://'],
  [{ DATABASE_URL: 'postgres://a:b@127.0.0.1/c' }, 'set one of them'],
])('rejects %o', (env, sentence) => {
  expect(() => readSettings({ ...hosted, ...env })).toThrow(sentence)
})
