export interface Page {
  path: string
  title: string
  subtitle: string
  /** What the page says as long as it has nothing to show. */
  empty?: string
}

/** The admin pages. */
export const PAGES: readonly Page[] = [
  { path: '/admin/dashboard', title: 'Admin Dashboard', subtitle: 'Overview of your support operation' },
  { path: '/admin/tickets', title: 'All Tickets', subtitle: 'Every ticket of every customer' },
  {
    path: '/admin/invites',
    title: 'Invites',
    subtitle: 'Send invites to new agents and admins',
  },
  {
    path: '/admin/users',
    title: 'Users',
    subtitle: 'Everybody with an account, and their roles',
  },
  {
    path: '/admin/audit',
    title: 'Audit log',
    subtitle: 'Who changed what, and when. Nothing here can be changed or deleted.',
  },
  {
    path: '/admin/console',
    title: 'Admin Console',
    subtitle: 'AI Assistant & Ticket Management',
  },
  {
    path: '/admin/reports',
    title: 'Reports',
    subtitle: 'How support is doing over time',
    empty: 'There are no reports yet.',
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    subtitle: 'Your account, and how the portal looks and reaches you',
  },
]

/** The page of a path; a slash at the end does not matter. */
export const pageOf = (path: string): Page | undefined =>
  PAGES.find((page) => page.path === path.replace(/\/+$/, ''))
