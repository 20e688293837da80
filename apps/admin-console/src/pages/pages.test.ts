import { describe, expect, it } from 'vitest'
import remote from '../routes'
import { PAGES } from './pages'

describe('admin pages', () => {
  it('reaches a screen with every path of the menus and of the dashboard', () => {
    const paths = remote.routes.map(({ path }) => path)
    for (const name of ['dashboard', 'tickets', 'invites', 'console', 'users', 'settings', 'reports'])
      expect(paths).toContain(`/admin/${name}`)
    expect(paths).toContain('/tickets/:id')
  })
  it('names each page once, and every route has a title', () => {
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length)
    for (const { handle } of remote.routes) expect(handle).toHaveProperty('title', expect.any(String))
  })
})
