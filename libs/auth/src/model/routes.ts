import { ROLES, type Role } from './roles'

/** Who may see a route: everybody, only visitors without a session, or the listed roles. */
export type Access = 'any' | 'public' | 'visitor' | readonly Role[]

const staff = ['agent', 'admin'] as const
const everyRole = ROLES

/** Section 2.1, and the further paths of the menus; the first match counts. `*` stands for the rest of the path. */
export const ROUTE_ACCESS: readonly { path: string; access: Access }[] = [
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
  { path: '/tickets/:id', access: everyRole },
  { path: '/settings', access: ['customer'] },
  { path: '/admin/*', access: ['admin'] },
]

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) {
    const base = pattern.slice(0, -2)
    return path === base || path.startsWith(`${base}/`)
  }
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  )
}

/** Who may see `path` (without query; a slash at the end does not matter). Unknown paths are `any`. */
export function accessOf(path: string): Access {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  return ROUTE_ACCESS.find((route) => matches(route.path, clean))?.access ?? 'any'
}

/** Whether a signed-in person with `role` may see `path`. */
export function isRoleAllowed(path: string, role: Role | null): boolean {
  const access = accessOf(path)
  if (access === 'any' || access === 'public') return true
  if (access === 'visitor') return false
  return role !== null && access.includes(role)
}

/** Where `/` leads: the start page of the role; an unknown role is treated as a customer. */
export function homeForRole(role: Role | null | undefined): string {
  if (role === 'admin') return '/admin/dashboard'
  return role === 'agent' ? '/dashboard/agent' : '/dashboard/customer'
}

/** Where a guard sends a signed-in person: `/dashboard/{role}`, a customer's when the role is unknown. */
export function dashboardForRole(role: Role | null | undefined): string {
  return `/dashboard/${role ?? 'customer'}`
}
