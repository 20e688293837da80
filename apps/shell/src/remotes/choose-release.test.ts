import { CONTRACT_VERSION } from '@helpdesk/remote-contract'
import { releaseOf } from '@helpdesk/remote-contract/testing'
import { describe, expect, it } from 'vitest'
import { chooseRelease } from './choose-release'

const shared = { react: { version: '19.3.1', exports: { use: 1 } } }
const needs = (...names: string[]) => ({ react: { range: '^19.3.1', names } })
const good = releaseOf('a', { contract: CONTRACT_VERSION, needs: needs('use') })
const skewed = { ...good, version: '0.2.0-1', needs: needs('use', 'teleport') }

describe('chooseRelease', () => {
  it('takes the current release', () =>
    expect(chooseRelease({ remotes: { a: good }, broken: {} }, 'a', shared)).toBe(good))

  it('takes an earlier release when the current one does not fit', () => {
    const remotes = { a: { ...skewed, previous: [skewed, good] } }
    expect(chooseRelease({ remotes, broken: {} }, 'a', shared)).toBe(good)
  })

  it.each([
    ['missing', { remotes: {}, broken: {} }, 'unreachable', 'is missing'],
    ['broken', { remotes: {}, broken: { a: { reason: 'entry', mounts: [] } } }, 'unreachable', 'at "entry"'],
    ['disabled', { remotes: { a: { ...good, disabled: true } }, broken: {} }, 'disabled', 'is disabled'],
    ['too new', { remotes: { a: skewed }, broken: {} }, 'portal-older', 'teleport of react'],
    ['too old', { remotes: { a: { ...good, contract: 0 } }, broken: {} }, 'remote-older', 'contract 0'],
  ])('rejects a remote that is %s', (_, registry, reason, message) => {
    expect(() => chooseRelease(registry, 'a', shared)).toThrow(
      expect.objectContaining({ remote: 'a', reason, message: expect.stringContaining(message) }),
    )
  })
})
