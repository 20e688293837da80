import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseTestArgs, testProjects } from './test-args.mjs'

const projects = testProjects()
const parse = (line: string) => parseTestArgs(line.split(' ').filter(Boolean), projects)
const npmTest = (...words: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('test.mjs', import.meta.url)), ...words], {
    encoding: 'utf8',
  })

describe('npm test -- …', () => {
  it('runs everything without arguments', () => expect(parse('')).toEqual({ kind: 'all' }))

  it('selects checks', () =>
    expect(parse('lint types')).toEqual({ kind: 'checks', checks: ['lint', 'types'] }))

  it.each([
    ['--changed', 'main'],
    ['--changed HEAD~3', 'HEAD~3'],
  ])('%s compares with %s', (line, base) => expect(parse(line)).toEqual({ kind: 'changed', base }))

  it.each(['tickets', '@helpdesk/tickets', 'libs/tickets', 'libs/tickets/'])('finds project %s', (name) =>
    expect(parse(name)).toMatchObject({ project: { folder: 'libs/tickets' }, files: [], flags: [] }),
  )

  it('treats further words as files and passes flags on', () =>
    expect(parse('e2e sign-in invite --headed')).toMatchObject({
      project: { folder: 'e2e' },
      files: ['sign-in', 'invite'],
      flags: ['--headed'],
    }))

  it.each([
    ['tickts', 'tickts'],
    ['lint tickets', 'tickets'],
    ['--watch', '--watch'],
    ['--changed main tickets', 'tickets'],
  ])('rejects %s', (line, word) => expect(parse(line)).toEqual({ kind: 'unknown', word }))

  it('finds the projects with tests', () =>
    expect(projects.map(({ short }) => short)).toEqual(
      expect.arrayContaining(['shell', 'tickets', 'database', 'local-supabase', 'stack-tests', 'e2e']),
    ))

  it('prints help', () => {
    const { status, stdout } = npmTest('tickets', '--help')
    expect(status).toBe(0)
    expect(stdout).toContain('npm test -- <project> <file>')
    expect(stdout).not.toMatch(/\d+ passed/)
  })

  it('fails for an unknown project', () => {
    const { status, stdout, stderr } = npmTest('tickts')
    expect(status).toBe(1)
    expect(stderr).toContain('There is no check and no project "tickts".')
    expect(stdout).not.toMatch(/\d+ passed/)
  })

  it.each([
    [['remote-contract', 'no-such-file'], 'has "no-such-file" in its path'],
    [['remote-contract', 'index', '-t', 'no such title'], 'No test ran.'],
  ])('fails when nothing matches %j', (words, text) => {
    const { status, stdout, stderr } = npmTest(...words)
    expect(status).toBe(1)
    expect(stderr).toContain(text)
    expect(stdout).not.toMatch(/\d+ passed, \d+ failed/)
  })
})
