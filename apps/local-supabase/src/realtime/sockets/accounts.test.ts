import { expect, it } from 'vitest'
import { createAccounts } from './accounts'

it('bounds the sockets of an account, and leaves others alone', () => {
  const accounts = createAccounts({ accountSockets: 2, accountChannels: 100 })
  const [first, second, third] = [{}, {}, {}]
  const leave = accounts.take('loud', first)
  const leaveToo = accounts.take('loud', first)
  accounts.take('loud', second)
  expect(() => accounts.take('loud', third)).toThrow('ConnectionRateLimitReached')
  accounts.take('loud', second)
  accounts.take('quiet', third)
  leave()
  expect(() => accounts.take('loud', third)).toThrow('ConnectionRateLimitReached')
  leaveToo()
  accounts.take('loud', third)
})

it('bounds the channels of an account on all its sockets', () => {
  const accounts = createAccounts({ accountSockets: 100, accountChannels: 3 })
  const leave = [{}, {}, {}].map((socket) => accounts.take('loud', socket))
  expect(() => accounts.take('loud', {})).toThrow('ChannelRateLimitReached')
  accounts.take('quiet', {})()
  leave[0]?.()
  accounts.take('loud', {})
})

it('forgets accounts without a channel', () => {
  const accounts = createAccounts({ accountSockets: 1, accountChannels: 1 })
  const leave = accounts.take('one', {})
  expect(() => accounts.take('one', {})).toThrow()
  leave()
  expect(accounts.size()).toBe(0)
})
