import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { neededNames } from './needs.mjs'

const SHARED = ['@helpdesk/ui', 'react']
const needs = (code: string, probes = false) =>
  Object.fromEntries(
    [...neededNames(parseSync('module.js', code).program, SHARED, probes)].map(([key, names]) => [
      key,
      [...names],
    ]),
  )

describe('neededNames', () => {
  it.each([
    ['named imports', `import { Button as B, Text } from '@helpdesk/ui'; B(Text)`, ['Button', 'Text']],
    ['a default import', `import ui from '@helpdesk/ui'; ui()`, ['default']],
    ['re-exports', `export { Button as Knob } from '@helpdesk/ui'`, ['Button']],
    ['uses of a namespace', `import * as ui from '@helpdesk/ui'; ui.Button(ui['Text'])`, ['Button', 'Text']],
    ['a quoted name', `import { 'a b' as ab } from '@helpdesk/ui'; ab()`, ['a b']],
  ])('finds %s', (_, code, names) => expect(needs(code)).toEqual({ '@helpdesk/ui': names }))

  it.each([
    ['an unused namespace', `import * as shared0 from '@helpdesk/ui'`],
    ['other modules', `import { Button } from './ui'; export * from './rest'; import('./lazy')`],
    ['words in strings and comments', `const a = "import { X } from '@helpdesk/ui'" // from 'react'`],
    ['a property with the name of a namespace', `import * as ui from '@helpdesk/ui'; a.ui; ({ ui: 1 })`],
  ])('takes nothing from %s', (_, code) => expect(needs(code)).toEqual({}))

  it.each([
    ['a dynamic import', `import('@helpdesk/ui')`, 'dynamically'],
    ['a complete re-export', `export * from '@helpdesk/ui'`, 're-exports all'],
    ['a namespace that is passed on', `import * as ui from '@helpdesk/ui'; f(ui)`, 'passes on all'],
    ['an exported namespace', `import * as ui from '@helpdesk/ui'; export { ui }`, 'passes on all'],
    ['a shorthand property', `import * as ui from '@helpdesk/ui'; f({ ui })`, 'passes on all'],
    ['a computed name', `import * as ui from '@helpdesk/ui'; ui[name]()`, 'unknown exports'],
  ])('rejects %s', (_, code, message) => expect(() => needs(code)).toThrow(message))

  it('ignores computed names of a package that tests for an optional export', () => {
    expect(needs(`import * as React from 'react'; React['useId'.toString()]; React.use`, true)).toEqual({
      react: ['use'],
    })
  })
})
