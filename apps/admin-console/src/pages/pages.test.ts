import { describe, expect, it } from 'vitest'
import remote from '../routes'
import { PAGES } from './pages'

describe('admin pages', () => {
  it('have a route for every path in the menus and the dashboard', () => {
    const paths = remote.routes.map(({ path }) => path)
    for (const name of ['dashboard', 'tickets', 'invites', 'console', 'users', 'settings', 'reports'])
      expect(paths).toContain(`/admin/${name}`)
    expect(paths).toContain('/tickets/:id')
  })
  it('are listed once, and have titles; only the ticket route has none', () => {
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length)
    for (const { path, handle } of remote.routes)
      if (path === '/tickets/:id') expect(handle).toBeUndefined()
      else expect(handle).toHaveProperty('title', expect.any(String))
  })
})
