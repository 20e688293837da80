import type { Sql } from 'postgres'
import { expect, it, vi } from 'vitest'
import type { CallerClaims } from '../../http/types'
import { createAuthorizer } from './authorize'

it('leaves connections to others when one account joins many channels at once', () => {
  const begin = vi.fn(() => new Promise(() => undefined))
  const authorizer = createAuthorizer({ begin } as unknown as Sql)
  const claims = (sub: string): CallerClaims => ({ role: 'authenticated', sub, raw: {} })
  for (let n = 0; n < 50; n += 1) void authorizer.readable(claims('loud'), `topic-${n}`, ['broadcast'])
  expect(begin).toHaveBeenCalledTimes(3)
  void authorizer.readable(claims('quiet'), 'topic', ['broadcast'])
  expect(begin).toHaveBeenCalledTimes(4)
})
