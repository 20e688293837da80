/** Admin pages with their document titles. */
export const PAGES = [
  { path: '/admin/dashboard', title: 'Admin Dashboard' },
  { path: '/admin/tickets', title: 'All Tickets' },
  { path: '/admin/invites', title: 'Invites' },
  { path: '/admin/users', title: 'Users' },
  { path: '/admin/audit', title: 'Audit log' },
  { path: '/admin/health', title: 'Health' },
  { path: '/admin/console', title: 'Admin Console' },
  { path: '/admin/reports', title: 'Reports' },
  { path: '/admin/settings', title: 'Settings' },
  { path: '/admin/settings/workspace', title: 'Workspace' },
  { path: '/admin/settings/tags', title: 'Tags' },
  { path: '/admin/settings/macros', title: 'Macros' },
] as const
export type PagePath = (typeof PAGES)[number]['path']
