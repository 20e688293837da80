import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../public/offline.html'), 'utf8')

it('allows its own script, and nothing from other places', () => {
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`)
  expect(page).not.toMatch(/\s(src|href)="(?!")/)
})
