import { expect, it } from 'vitest'
import { smallParts } from './small-parts.mjs'

const module = (imports: string[], size = 200) => ({ imports, dynamicImports: [] as string[], size })
const modules = new Map([
  ['routes', { ...module(['start']), dynamicImports: ['list', 'ticket', 'settings', 'dialog'] }],
  ['start', module([])],
  ['list', module(['start', 'rows', 'status', 'own', 'ahead', '\0virtual'])],
  ['ticket', module(['rows', 'status', 'large', 'panel'])],
  ['settings', module(['panel', 'ahead'])],
  ['dialog', module(['status'])],
  // of one screen
  ['own', module([])],
  // of several screens, in different combinations
  ['rows', module(['status', 'start'])],
  ['status', module(['\0virtual'])],
  ['large', module([], 9_000)],
  // of other screens only
  ['panel', module([])],
  // small, but loads much
  ['ahead', module(['large'])],
])

it('collects the small modules that a first screen shares with others', () => {
  expect([...smallParts(modules, 'routes', ['list'])].sort()).toEqual(['rows', 'status'])
})

it('collects nothing without a first screen', () => {
  expect(smallParts(modules, 'routes', []).size).toBe(0)
})

it('leaves a combination of users with much code in its own file', () => {
  const longer = new Map(modules).set('rows', module(['status', 'start'], 5_000))
  expect([...smallParts(longer, 'routes', ['list'])]).toEqual(['status'])
})
