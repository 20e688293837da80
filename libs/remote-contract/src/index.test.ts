import { describe, expect, it } from 'vitest'
import { CONTRACT_VERSION, defineRemote, federationName, isRemoteModule, REMOTE_NAMES } from './index'

describe('remote contract', () => {
  it('stamps a remote with the contract it was compiled against', () => {
    const routes = [{ path: '/tickets' }]
    expect(defineRemote(routes)).toEqual({ contractVersion: CONTRACT_VERSION, routes })
  })

  it('names every container in letters that an identifier may have', () => {
    expect(REMOTE_NAMES.map(federationName)).toEqual(['customer_portal', 'agent_workspace', 'admin_console'])
  })

  it('knows a remote of any contract version by its shape', () => {
    expect(isRemoteModule({ contractVersion: CONTRACT_VERSION + 1, routes: [] })).toBe(true)
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an error page', '<!doctype html>'],
    ['routes without a version', { routes: [] }],
    ['a version in words', { contractVersion: '1', routes: [] }],
    ['routes that are no list', { contractVersion: 1, routes: {} }],
  ])('takes %s for no remote', (_what, value) => {
    expect(isRemoteModule(value)).toBe(false)
  })
})
