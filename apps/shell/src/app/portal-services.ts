import { configureSupabase } from '@helpdesk/supabase/config'
import type { PortalConfig } from '../config/portal'
import { configureRemotes } from '../remotes/remotes'

let resolveConfigured: () => void = () => undefined
const configured = new Promise<void>((resolve) => (resolveConfigured = resolve))

/** Configures the backend and the remotes. */
export function configure({ supabase, remotes }: PortalConfig): void {
  configureSupabase(supabase)
  configureRemotes(remotes)
  resolveConfigured()
}

/** Resolves once backend and remotes are configured; sign-in pages render before that. */
export const whenConfigured = (): Promise<void> => configured
