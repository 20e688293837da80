import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as z from 'zod/mini'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'

export const workspaceSchema = z.object({
  workspace_name: z.string().check(z.minLength(1)),
  support_email: z.nullable(z.string()),
  default_priority: z.string(),
  max_files: z.number(),
  /** Per file. */
  max_file_bytes: z.number(),
  /** Endings of accepted files, without a dot; undefined for the product's own list. */
  file_types: z.optional(z.array(z.string())),
  /** Of the IANA database, in which the workspace works on days from 1, a Monday, to 7, between times such as `09:00:00`. */
  time_zone: z.optional(z.string()),
  working_days: z.optional(z.array(z.number())),
  opens_at: z.optional(z.string()),
  closes_at: z.optional(z.string()),
  /** Null for the product's own. */
  accent_color: z.optional(z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/)))),
  /** Data URL of an image; null for the product's own. */
  logo: z.optional(
    z.nullable(z.string().check(z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/))),
  ),
})
const storedSchema = z.object({ settings: workspaceSchema, readAt: z.number() })

/** Settings of the workspace that screens show. */
export type Workspace = z.infer<typeof workspaceSchema>

/** Defaults of specification sections 5 and 9, until the settings are read. */
export const DEFAULT_WORKSPACE: Workspace = {
  workspace_name: 'Helpdesk',
  support_email: null,
  default_priority: 'normal',
  max_files: 5,
  max_file_bytes: 5 * 1024 * 1024,
}

/** Key in `localStorage`, which the page's head script reads too. */
export const WORKSPACE_KEY = 'helpdesk-workspace'

function read(): z.infer<typeof storedSchema> | null {
  const parsed = z.safeParse(storedSchema, localStore.readJson(WORKSPACE_KEY))
  return parsed.success ? parsed.data : null
}

/** Settings of the workspace; pages render with the stored ones before the server answers. */
export const workspaceAtom = atom<Workspace>(read()?.settings ?? DEFAULT_WORKSPACE)

/** {@link workspaceAtom} for components. */
export const useWorkspace = (): Workspace => useAtomValue(workspaceAtom, { store: getDefaultStore() })

/** Milliseconds since this browser read the settings; Infinity without stored settings. */
export function workspaceAge(): number {
  const stored = read()
  const age = stored ? deviceNow() - stored.readAt : Infinity
  // a clock that was set back must not keep old settings
  return age < 0 ? Infinity : age
}
