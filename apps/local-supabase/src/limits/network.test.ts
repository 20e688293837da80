import { describe, expect, it } from 'vitest'
import { networkOf, wideNetworkOf } from './network'

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ])('counts %s as %s, in the neighbourhood %s', (address, network, wide) => {
    expect(networkOf(address)).toBe(network)
    expect(wideNetworkOf(address)).toBe(wide)
  })
})
