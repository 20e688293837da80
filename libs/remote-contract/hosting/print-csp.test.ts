import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { portalOf, releaseOf } from '../src/testing'
import { inlineScriptHashes } from './csp'

const folder = mkdtempSync(join(tmpdir(), 'helpdesk-csp-'))
const page = (head: string) => `<html><head><script>${head}</script><script>theme()</script></head></html>`
const [before, after] = [page('start(1)'), page('start(2)')]
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

beforeAll(() => {
  mkdirSync(join(folder, 'next'))
  writeFileSync(join(folder, 'index.html'), before)
  writeFileSync(join(folder, 'next/index.html'), after)
  writeFileSync(join(folder, 'portal.json'), JSON.stringify(portalOf(releaseOf('agent-workspace'))))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The hashes in the printed policy. */
function printed(...args: string[]): string[] {
  const script = fileURLToPath(new URL('print-csp.ts', import.meta.url))
  const target = ['--to', folder, '--origin', 'https://help.example.com']
  const policy = execFileSync(process.execPath, ['--import', tsx, script, ...target, ...args], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder },
  })
  return (/script-src ([^;]+)/.exec(policy)?.[1] ?? '')
    .split(' ')
    .filter((part) => part.startsWith("'sha256-"))
}

it("prints the hashes of the released page's scripts", () => {
  expect(printed()).toEqual(inlineScriptHashes(before))
})

it('prints those of the next shell too, so that the server can be reloaded before the release', () => {
  const [first, theme] = inlineScriptHashes(before)
  expect(printed('--next', 'next')).toEqual([first, theme, inlineScriptHashes(after)[0]])
})
