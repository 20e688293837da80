import * as texts from './texts'

/** Admin pages with their document titles. */
export const PAGES = [
  { path: '/admin/dashboard', title: texts.dashboard },
  { path: '/admin/tickets', title: texts.allTickets },
  { path: '/admin/invites', title: texts.invites },
  { path: '/admin/users', title: texts.users },
  { path: '/admin/audit', title: texts.audit },
  { path: '/admin/health', title: texts.health },
  { path: '/admin/console', title: texts.console },
  { path: '/admin/reports', title: texts.reports },
  { path: '/admin/settings', title: texts.settings },
  { path: '/admin/settings/workspace', title: texts.workspace },
  { path: '/admin/settings/email', title: texts.email },
  { path: '/admin/settings/tags', title: texts.tags },
  { path: '/admin/settings/macros', title: texts.macros },
] as const
export type PagePath = (typeof PAGES)[number]['path']
