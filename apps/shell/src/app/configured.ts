import { configureSupabase } from '@helpdesk/supabase'
import type { PortalConfig } from '../config/portal'
import { configureRemotes } from '../remotes/remotes'

let settle: () => void = () => undefined
const settled = new Promise<void>((resolve) => (settle = resolve))

/** Names backend and remotes to everything that waits for them. */
export function configure({ supabase, remotes }: PortalConfig): void {
  configureSupabase(supabase)
  configureRemotes(remotes)
  settle()
}

/** Resolves when backend and remotes are known. The sign-in pages are painted before. */
export const configured = (): Promise<void> => settled
