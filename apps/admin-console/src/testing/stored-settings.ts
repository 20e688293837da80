/** A row of `workspace_settings`; the form has defaults for what it lacks. */
export const storedSettings = {
  id: true,
  time_zone: 'UTC',
  file_types: ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'doc', 'docx', 'txt'],
  accent_color: null,
  logo: null,
  updated_at: '2026-01-05T10:00:00Z',
}
