import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backendArgs } from './backend-bundle'
import { fingerprint, root } from './fingerprint'

describe('the bundle of the backend', () => {
  it.each(['main', 'hosted'] as const)('contains no path relative to the bundle: %s', async (entry) => {
    const script = (await backendArgs(entry)).at(-1) ?? ''
    expect(readFileSync(script, 'utf8')).not.toContain('import.meta')
  })

  it('stays the same while its sources do', async () => {
    expect(await backendArgs('main')).toEqual(await backendArgs('main'))
  })
})

describe('the fingerprint of sources', () => {
  let folder: string
  const hash = (salt = '') => fingerprint([relative(root, folder)], salt)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'helpdesk-sources-'))
    writeFileSync(join(folder, 'one.ts'), '1')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('changes with the content of a file, with a new file and with the salt', () => {
    const before = hash()
    expect(hash()).toBe(before)
    expect(hash('other')).not.toBe(before)
    writeFileSync(join(folder, 'one.ts'), '2')
    const changed = hash()
    expect(changed).not.toBe(before)
    writeFileSync(join(folder, 'two.ts'), '')
    expect(hash()).not.toBe(changed)
  })
})
