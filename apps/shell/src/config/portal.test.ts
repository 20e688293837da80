import { describe, expect, it } from 'vitest'
import { loadPortalConfig } from './portal'

const remote = (name: string) => ({ entry: `/remotes/${name}/remoteEntry.js`, version: '0.1.0' })
const good = {
  supabase: { url: 'http://127.0.0.1:4200', publishableKey: 'sb_publishable_x' },
  remotes: {
    'customer-portal': remote('customer-portal'),
    'agent-workspace': remote('agent-workspace'),
    'admin-console': remote('admin-console'),
  },
}
const answer =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }))

describe('loadPortalConfig', () => {
  it('reads addresses and key', async () => {
    expect(await loadPortalConfig(answer(good))).toEqual(good)
  })
  it.each([
    ['no key', { ...good, supabase: { url: good.supabase.url } }, 'supabase.publishableKey'],
    ['an empty key', { ...good, supabase: { ...good.supabase, publishableKey: '' } }, 'publishableKey'],
    ['an address that is none', { ...good, supabase: { ...good.supabase, url: 'here' } }, 'supabase.url'],
    ['a missing remote', { ...good, remotes: { 'customer-portal': remote('x') } }, 'remotes.agent-workspace'],
    ['a page instead of JSON', 'oops', 'not valid'],
  ])('refuses %s and names the place', async (_, body, place) => {
    await expect(loadPortalConfig(answer(body))).rejects.toThrow(place)
  })
  it('says which status it got', async () => {
    await expect(loadPortalConfig(answer({}, 503))).rejects.toThrow('503')
  })
  it('fails when nobody answers', async () => {
    await expect(loadPortalConfig(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(
      'Failed to fetch',
    )
  })
})
