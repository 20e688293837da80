/** A row of `workspace_settings` with the defaults of the database. */
export const storedSettings = {
  id: true,
  workspace_name: 'Helpdesk',
  support_email: null,
  ticket_prefix: 'TICKET',
  default_priority: 'normal',
  agents_update: 'own',
  invite_days: 7,
  max_files: 5,
  max_file_bytes: 5242880,
  file_types: ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'doc', 'docx', 'txt'],
  time_zone: 'UTC',
  accent_color: null,
  logo: null,
  updated_at: '2026-01-05T10:00:00Z',
}
