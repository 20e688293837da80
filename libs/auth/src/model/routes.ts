import { ROLES, type Role } from './roles'

/** Access to a route: everybody (`any`, `public`), signed-out visitors, or the listed roles. */
export type Access = 'any' | 'public' | 'visitor' | readonly Role[]

const staff = ['agent', 'admin'] as const
const everyRole = ROLES

/** Access by path (specification section 2.1 and the menus). The first match wins; `*` matches the rest of the path. */
const ROUTE_ACCESS: readonly { path: string; access: Access }[] = [
  { path: '/', access: 'any' },
  { path: '/auth/login', access: 'visitor' },
  { path: '/auth/signup', access: 'visitor' },
  { path: '/auth/reset-password', access: 'visitor' },
  { path: '/auth/callback', access: 'public' },
  { path: '/auth/invite', access: everyRole },
  { path: '/dashboard', access: everyRole },
  { path: '/dashboard/customer', access: ['customer'] },
  { path: '/dashboard/agent/*', access: staff },
  { path: '/dashboard/admin', access: ['admin'] },
  { path: '/tickets', access: ['customer'] },
  { path: '/tickets/new', access: ['customer'] },
  { path: '/tickets/assigned', access: staff },
  { path: '/tickets/unassigned', access: staff },
  { path: '/tickets/new-for', access: staff },
  { path: '/tickets/:id', access: everyRole },
  { path: '/settings', access: ['customer'] },
  { path: '/admin/*', access: ['admin'] },
]

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) {
    const base = pattern.slice(0, -2)
    return path === base || path.startsWith(`${base}/`)
  }
  const expected = pattern.split('/')
  const actual = path.split('/')
  return (
    expected.length === actual.length &&
    expected.every((part, index) => (part.startsWith(':') ? actual[index] !== '' : part === actual[index]))
  )
}

/** The access rule of a path without query. Unknown paths are `any`. */
export function accessOf(path: string): Access {
  const normalized = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path
  return ROUTE_ACCESS.find((route) => matches(route.path, normalized))?.access ?? 'any'
}

/** Whether a signed-in user with `role` may see `path`. */
export function isRoleAllowed(path: string, role: Role | null): boolean {
  const access = accessOf(path)
  if (access === 'any' || access === 'public') return true
  if (access === 'visitor') return false
  return role !== null && access.includes(role)
}

/** Target of `/`; an unknown role is treated as a customer. */
export function homeForRole(role: Role | null | undefined): string {
  if (role === 'admin') return '/admin/dashboard'
  return role === 'agent' ? '/dashboard/agent' : '/dashboard/customer'
}

/** The guard's redirect target for signed-in users: `/dashboard/{role}`, the customer's for an unknown role. */
export function dashboardForRole(role: Role | null | undefined): string {
  return `/dashboard/${role ?? 'customer'}`
}
