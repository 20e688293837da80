import { describe, expect, it } from 'vitest'
import remote from '../routes'
import { pageOf, PAGES } from './pages'

describe('admin pages', () => {
  it('finds a page by its path', () => {
    expect(pageOf('/admin/users')?.title).toBe('Users')
    expect(pageOf('/admin/users/')?.title).toBe('Users')
    expect(pageOf('/admin/nothing')).toBeUndefined()
  })
  it('says something honest on every page that is still to come', async () => {
    const built = ['dashboard', 'tickets', 'settings', 'invites', 'users', 'audit', 'console'].map(
      (name) => `/admin/${name}`,
    )
    for (const { path, empty } of PAGES) if (!built.includes(path)) expect(empty, path).toBeTruthy()
  })
  it('reaches a screen with every path of the menus and of the dashboard', () => {
    const paths = remote.routes.map(({ path }) => path)
    for (const name of [
      'dashboard',
      'tickets',
      'invites',
      'console',
      'users',
      'settings',
      'reports',
      'audit',
    ])
      expect(paths).toContain(`/admin/${name}`)
    expect(paths).toContain('/tickets/:id')
  })
})
