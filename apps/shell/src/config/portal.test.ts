import { portalOf, releaseOf } from '@helpdesk/remote-contract/testing'
import { describe, expect, it } from 'vitest'
import { loadPortalConfig } from './portal'

const valid = portalOf(releaseOf('customer-portal'), releaseOf('agent-workspace'))
const respond =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }))

describe('loadPortalConfig', () => {
  it('returns the parsed configuration', async () => {
    expect(await loadPortalConfig(respond(valid))).toEqual({ ...valid, broken: {} })
  })
  it.each([
    ['no key', { ...valid, supabase: { url: valid.supabase.url } }, 'supabase.publishableKey'],
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
