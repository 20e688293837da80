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
  it('names each page once, and every route has a title but the ticket, which is named by its subject', () => {
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length)
    for (const { path, handle } of remote.routes)
      if (path === '/tickets/:id') expect(handle).toBeUndefined()
      else expect(handle).toHaveProperty('title', expect.any(String))
  })
})
