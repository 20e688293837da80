import { accentCss } from '@helpdesk/ui/theme/accent'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'
import { WORKSPACE_KEY, workspaceAtom, workspaceSchema, type Workspace } from './workspace'

/** Id of the style element with the accent color, which the page's head script creates too. */
const ACCENT_ID = 'accent'

/** Applies and stores settings; an invalid row is ignored. */
export function rememberWorkspace(row: unknown): void {
  const parsed = z.safeParse(workspaceSchema, row)
  if (parsed.success) apply(parsed.data, deviceNow())
}

/** Applies and stores what visitors may see of the settings; the others are read at the next sign-in. */
export function rememberIdentity(answer: unknown): void {
  const parsed = z.safeParse(
    z.pick(workspaceSchema, { workspace_name: true, accent_color: true, logo: true }),
    answer,
  )
  if (parsed.success) apply({ ...getDefaultStore().get(workspaceAtom), ...parsed.data }, 0)
}

function apply(settings: Workspace, readAt: number): void {
  const css = accentCss(settings.accent_color)
  getDefaultStore().set(workspaceAtom, settings)
  localStore.write(WORKSPACE_KEY, JSON.stringify({ settings, readAt, css }))
  if (typeof document === 'undefined') return
  const style = document.getElementById(ACCENT_ID) ?? document.createElement('style')
  style.id = ACCENT_ID
  style.textContent = css
  document.head.append(style)
}
