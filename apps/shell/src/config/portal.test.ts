import { describe, expect, it } from 'vitest'
import { loadPortalConfig } from './portal'

const remote = (name: string) => ({ entry: `/remotes/${name}/remoteEntry.js`, version: '0.1.0' })
const valid = {
  supabase: { url: 'http://127.0.0.1:4200', publishableKey: 'sb_publishable_x' },
  remotes: {
    'customer-portal': remote('customer-portal'),
    'agent-workspace': remote('agent-workspace'),
    'admin-console': remote('admin-console'),
  },
}
const respond =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }))

describe('loadPortalConfig', () => {
  it('returns the parsed configuration', async () => {
    expect(await loadPortalConfig(respond(valid))).toEqual(valid)
  })
  it.each([
    ['no key', { ...valid, supabase: { url: valid.supabase.url } }, 'supabase.publishableKey'],
    ['an empty key', { ...valid, supabase: { ...valid.supabase, publishableKey: '' } }, 'publishableKey'],
    ['an invalid address', { ...valid, supabase: { ...valid.supabase, url: 'here' } }, 'supabase.url'],
    [
      'a missing remote',
      { ...valid, remotes: { 'customer-portal': remote('x') } },
      'remotes.agent-workspace',
    ],
    ['a page instead of JSON', 'oops', 'not valid'],
  ])('rejects %s and names the field', async (_, body, field) => {
    await expect(loadPortalConfig(respond(body))).rejects.toThrow(field)
  })
  it('reports the status of a failed response', async () => {
    await expect(loadPortalConfig(respond({}, 503))).rejects.toThrow('503')
  })
  it('fails when the server is unreachable', async () => {
    await expect(loadPortalConfig(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(
      'Failed to fetch',
    )
  })
})
