import { describe, expect, it } from 'vitest'
import { CONTRACT_VERSION, defineRemote, federationName, isRemoteModule } from './index'

describe('remote contract', () => {
  it('adds the contract version to the routes of a remote', () => {
    const routes = [{ path: '/tickets' }]
    expect(defineRemote(routes)).toEqual({ contractVersion: CONTRACT_VERSION, routes })
  })

  it('turns remote names into identifiers', () => {
    expect(federationName('customer-portal')).toBe('customer_portal')
  })

  it('accepts a remote of any contract version', () => {
    expect(isRemoteModule({ contractVersion: CONTRACT_VERSION + 1, routes: [] })).toBe(true)
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an error page', '<!doctype html>'],
    ['routes without a version', { routes: [] }],
    ['a version that is a string', { contractVersion: '1', routes: [] }],
    ['routes that are not an array', { contractVersion: 1, routes: {} }],
  ])('rejects %s', (_what, value) => {
    expect(isRemoteModule(value)).toBe(false)
  })
})
