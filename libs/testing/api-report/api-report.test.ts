import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { changeOf, isAtLeast, nextVersion } from './bump.mjs'
import { checkApi } from './check.mjs'
import { apiOf, PACKAGES } from './report.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('the public interface of a shared library', () => {
  it.each(PACKAGES)('of libs/%s matches api.txt and its version', { timeout: 120_000 }, (name) => {
    const { changed, problem } = checkApi(root, name)
    expect(problem).toBeNull()
    expect(changed, 'run npm run api-report and review the change of api.txt').toBe(false)
  })

  it('lists values, members of types and names of other packages', { timeout: 120_000 }, () => {
    expect(apiOf(root, 'ui')).toEqual(
      expect.arrayContaining([
        // The compiler writes React.JSX or JSX, depending on what else the program imports.
        expect.stringMatching(/^@helpdesk\/ui Alert: \(props: AlertProps\) => (React\.)?JSX\.Element$/),
        '@helpdesk/ui Box from @chakra-ui/react',
        expect.stringMatching(/^@helpdesk\/ui type AlertProps\.title\??: /),
        expect.stringMatching(/^@helpdesk\/ui\/router Navigate from react-router/),
      ]),
    )
  })
})

describe('changeOf', () => {
  const before = ['ui Alert: () => Element', 'ui type AlertProps', 'ui type AlertProps.title: string']
  it.each([
    ['the same', before, 'none'],
    ['another order', before.toReversed(), 'none'],
    ['a new name', [...before, 'ui Badge: () => Element'], 'added'],
    [
      'a new type with required members',
      [...before, 'ui type BadgeProps', 'ui type BadgeProps.tone: Tone'],
      'added',
    ],
    ['a new optional member', [...before, 'ui type AlertProps.tone?: Tone'], 'added'],
    ['a new required member', [...before, 'ui type AlertProps.tone: Tone'], 'breaking'],
    ['a removed name', before.slice(1), 'breaking'],
    ['a changed type', ['ui Alert: () => null', ...before.slice(1)], 'breaking'],
  ])('finds %s', (_, after, change) => expect(changeOf(before, after)).toBe(change))
})

it.each([
  ['1.2.3', 'none', '1.2.3'],
  ['1.2.3', 'added', '1.3.0'],
  ['1.2.3', 'breaking', '2.0.0'],
  ['0.2.3', 'added', '0.2.4'],
  ['0.2.3', 'breaking', '0.3.0'],
] as const)('version %s with change %s becomes %s', (version, change, next) =>
  expect(nextVersion(version, change)).toBe(next),
)

it.each([
  ['1.2.3', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.9.9', true],
  ['1.2.3', '1.3.0', false],
  ['0.9.9', '1.0.0', false],
])('isAtLeast(%s, %s) is %s', (version, minimum, result) => expect(isAtLeast(version, minimum)).toBe(result))
