import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  if (tail === undefined) return groups(head)
  const missing = 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)]
}

const prefix = (address: string, groups: number) =>
  `${groupsOf(address)
    .slice(0, groups)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/${groups * 16}`

/** One sender, as limits count it: an IPv4 address, or the /64 of an IPv6 one, all of which one machine may use. */
export const networkOf = (address: string): string => (isIPv6(address) ? prefix(address, 4) : address)

/** The neighbourhood that one owner may hold: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const wideNetworkOf = (address: string): string =>
  isIPv6(address) ? prefix(address, 3) : address.replace(/\.\d+$/, '.0/24')
