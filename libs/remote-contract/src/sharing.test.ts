import { afterEach, describe, expect, it } from 'vitest'
import { fits, hand } from './sharing'

const held = () => Reflect.get(globalThis, '__HELPDESK_SHARED__') as Record<string, unknown> | undefined
const offered = {
  react: { version: '19.3.1', module: { useState: () => undefined } },
  jotai: { version: '3.0.1', module: {} },
  unused: { version: '1.0.0', module: {} },
}

afterEach(() => void Reflect.deleteProperty(globalThis, '__HELPDESK_SHARED__'))

describe('what a remote takes from the page', () => {
  it('is the module itself, and no more than it wants', () => {
    hand(offered, { react: '19.0.0' })
    expect(held()).toEqual({ react: offered.react.module })
    expect(held()?.['react']).toBe(offered.react.module)
  })

  it('stands beside what another remote took', () => {
    hand(offered, { react: '19.3.1' })
    hand(offered, { jotai: '3.0.1' })
    expect(Object.keys(held() ?? {})).toEqual(['react', 'jotai'])
  })

  it.each([
    [
      'missing',
      { jotai: '3.0.1', 'react-dom': '19.3.1' },
      'react-dom is not shared in a version that fits 19.3.1',
    ],
    ['older', { jotai: '3.0.1', react: '19.4.0' }, 'react is not shared in a version that fits 19.4.0'],
    [
      'newer by a major version',
      { jotai: '3.0.1', react: '18.3.1' },
      'react is not shared in a version that fits 18.3.1',
    ],
  ])('is refused as a whole when one package is %s', (_what, wanted, message) => {
    expect(() => hand(offered, wanted)).toThrow(
      expect.objectContaining({ name: 'SharedVersionError', message }),
    )
    expect(held()).toBeUndefined()
  })
})

it.each([
  ['1.2.3', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['1.2.4', '1.2.3', true],
  ['1.2.2', '1.2.3', false],
  ['2.0.0', '1.9.9', false],
  ['0.2.5', '0.2.3', true],
  ['0.3.0', '0.2.3', false],
  ['0.0.4', '0.0.3', false],
  ['1.0.0', '0.9.0', false],
])('%s for ^%s: %s', (offered, wanted, fit) => expect(fits(offered, wanted)).toBe(fit))
