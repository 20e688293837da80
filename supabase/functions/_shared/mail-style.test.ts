import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mailColors } from './mail-colors.ts'
import { darkStyle } from './mail-style.ts'

const templates = join(import.meta.dirname, '../../templates')

describe('the mails of sign-up and passwords', () => {
  it.each(readdirSync(templates))('have the dark colors of all mails: %s', (name) => {
    const html = readFileSync(join(templates, name), 'utf8')
    const rules = darkStyle(mailColors()).split('\n')
    const used = [...html.matchAll(/class="(?:html-only )?(hd-[a-z]+)"/g)].map(([, each]) => each)
    expect(used).toEqual(expect.arrayContaining(['hd-page', 'hd-card', 'hd-muted']))
    for (const each of used) expect(html).toContain(rules.find((rule) => rule.startsWith(`.${each}{`)))
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  })
})
