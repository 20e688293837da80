/** All query keys of the admin console. */
export const adminKeys = {
  all: ['admin'] as const,
  invites: () => [...adminKeys.all, 'invites'] as const,
  users: () => [...adminKeys.all, 'users'] as const,
  audit: () => [...adminKeys.all, 'audit'] as const,
  dashboard: () => [...adminKeys.all, 'dashboard'] as const,
  report: (scope: object) => [...adminKeys.all, 'report', scope] as const,
  health: () => [...adminKeys.all, 'health'] as const,
  settings: () => [...adminKeys.all, 'settings'] as const,
  tags: () => [...adminKeys.all, 'tags'] as const,
  mail: () => [...adminKeys.all, 'mail'] as const,
  proposals: () => [...adminKeys.all, 'proposals'] as const,
}
