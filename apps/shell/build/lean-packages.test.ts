import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { leanRouter } from './lean-packages'

const folder = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
)
const source = readdirSync(folder)
  .filter((name) => /^chunk-\w+\.mjs$/.test(name))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .find((text) => text.includes('function createRouter(init)'))

it('the installed router is written the way that the build expects, and nothing else is taken', () => {
  const lean = leanRouter(source ?? '')
  expect(lean).not.toContain('createElement(PrefetchPageLinks,')
  expect(lean).toContain('function createRouter(init)')
  // names, one preload and four notes to the bundler: a line that went or changed otherwise is not meant
  const kept = new Set(lean.split('\n'))
  const changed = (source ?? '').split('\n').filter((line) => !kept.has(line))
  for (const line of changed)
    expect(line).toMatch(/\.displayName = "|\.forwardRef\(|if \(init\.instrumentations\)|PrefetchPageLinks/)
})

it('a router that is written another way stops the build', () => {
  expect(() => leanRouter('export {}')).toThrow('adjust build/lean-packages.ts')
})
