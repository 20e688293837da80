import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { changeOf, isAtLeast, nextVersion } from './bump.mjs'
import { checkApi, problemOf, reportAt } from './check.mjs'
import { apiOf, PACKAGES, short } from './report.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('the public interface of a shared library', () => {
  it.each(PACKAGES)('of libs/%s matches api.txt and its version', { timeout: 120_000 }, (name) => {
    const { changed, problem } = checkApi(root, name, process.env['NX_BASE'])
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

it.each([
  ["readonly ['customer', 'agent']", "readonly ['customer', 'agent']"],
  ["Part<'h2', { size?: Value<'sm' | 'md'> }>", "Part<'h2', { size?: Value<'sm' | 'md'> }>"],
  ["{ text: 'You\\'re offline'; kind: 'banner' }", "{ text: string; kind: 'banner' }"],
])('leaves out sentences only: %s', (type, listed) => expect(short(type)).toBe(listed))

describe('an earlier report', () => {
  const header = 'Public names and types, format 2. Written by `npm run api-report`; version '
  const report = (version: string, ...lines: string[]) => `${header}${version}\n\n${lines.join('\n')}\n`
  const before = 'ui Alert: () => Element'
  const after = ['ui Alert: () => null']

  it('asks for a higher version by the base commit, also when the checked-in one was edited by hand', () => {
    const reports = [report('1.0.0', ...after), report('1.0.0', before)]
    expect(problemOf('ui', '1.0.0', after, reports)).toContain(
      '(breaking): raise its version from 1.0.0 to 2.0.0',
    )
    expect(problemOf('ui', '2.0.0', after, reports)).toBeNull()
  })

  it('asks for a higher version by the base commit, also when the checked-in one was deleted', () =>
    expect(problemOf('ui', '1.0.0', after, ['', report('1.0.0', before)])).toContain('to 2.0.0'))

  it('in another format is not compared', () =>
    expect(
      problemOf('ui', '1.0.0', after, [report('1.0.0', before).replace('format 2', 'format 1')]),
    ).toBeNull())

  it('is read from a commit', () => {
    const repository = mkdtempSync(join(tmpdir(), 'helpdesk-report-'))
    const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args])
    git('init', '--quiet')
    mkdirSync(join(repository, 'libs/ui'), { recursive: true })
    writeFileSync(join(repository, 'libs/ui/api.txt'), report('1.0.0', before))
    git('add', '.')
    git(
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      'commit',
      '--quiet',
      '--message',
      'Add a report',
    )
    writeFileSync(join(repository, 'libs/ui/api.txt'), '')
    expect(reportAt(repository, 'ui', 'HEAD')).toBe(report('1.0.0', before))
    expect(reportAt(repository, 'auth', 'HEAD')).toBe('')
    expect(() => reportAt(repository, 'ui', 'no-such-commit')).toThrow()
    rmSync(repository, { recursive: true })
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

  it.each([
    ['a new optional member', 'ui ALERT: { text: string; tone?: Tone | null; }', 'added'],
    ['a new required member', 'ui ALERT: { text: string; tone: Tone; }', 'breaking'],
    ['a changed member beside a new one', 'ui ALERT: { text: number; tone?: Tone; }', 'breaking'],
  ])('finds %s within a line', (_, after, change) =>
    expect(changeOf(['ui ALERT: { text: string; }'], [after])).toBe(change),
  )
  it('finds an optional member that is gone from a line', () =>
    expect(changeOf(['ui ALERT: { tone?: Tone; }'], ['ui ALERT: { }'])).toBe('breaking'))
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
