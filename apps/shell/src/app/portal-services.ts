import { configureSupabase } from '@helpdesk/supabase/config'
import type { PortalConfig } from '../config/portal'
import { configureRemotes } from '../remotes/remotes'

let settle: () => void = () => undefined
const settled = new Promise<void>((resolve) => (settle = resolve))

/** Configures backend and remotes. */
export function configure({ supabase, remotes }: PortalConfig): void {
  configureSupabase(supabase)
  configureRemotes(remotes)
  settle()
}

/** Resolves once backend and remotes are configured; sign-in pages render before that. */
export const whenConfigured = (): Promise<void> => settled
