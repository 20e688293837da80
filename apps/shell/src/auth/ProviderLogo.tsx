import type { AuthProvider } from '@helpdesk/auth/api/sign-in-with-provider'

const PATHS: Record<AuthProvider, string> = {
  github:
    'M8 0a8 8 0 0 0-2.5 15.6c.4.1.5-.2.5-.4v-1.4c-2.2.5-2.7-1-2.7-1-.4-.9-.9-1.2-.9-1.2-.7-.5.1-.5.1-.5.8.1 1.2.8 1.2.8.7 1.3 1.9.9 2.3.7.1-.5.3-.9.5-1.1-1.8-.2-3.6-.9-3.6-4 0-.9.3-1.6.8-2.1-.1-.2-.4-1 .1-2.1 0 0 .7-.2 2.2.8a7.5 7.5 0 0 1 4 0c1.5-1 2.2-.8 2.2-.8.5 1.1.2 1.9.1 2.1.5.6.8 1.3.8 2.1 0 3.1-1.9 3.7-3.7 3.9.3.3.6.8.6 1.5v2.2c0 .2.1.5.6.4A8 8 0 0 0 8 0z',
  google:
    'M8.2 6.6v2.8h3.9c-.2 1-.7 1.9-1.5 2.5a4.5 4.5 0 0 1-6.9-2.3A4.6 4.6 0 0 1 8.2 3.5c1.1 0 2.1.4 2.9 1.1l2-2A7.6 7.6 0 0 0 8.2.6a7.4 7.4 0 1 0 0 14.8c4.3 0 7.1-3 7.1-7.3 0-.5 0-1-.1-1.5z',
}

/** A provider's logo, hidden from screen readers. */
export function ProviderLogo({ provider }: { provider: AuthProvider }) {
  return (
    <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" fill="currentColor">
      <path d={PATHS[provider]} />
    </svg>
  )
}
