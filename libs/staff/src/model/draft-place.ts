import { z } from '@helpdesk/supabase'

/** Who writes a draft of the server, and where its files are. */
export const draftPlaceSchema = z.object({
  /** The device that writes it; null when any may. */
  device: z.nullish(z.string()),
  files: z._default(z.array(z.object({ name: z.string(), device: z.nullish(z.string()) })), []),
})
export type DraftPlace = Partial<z.infer<typeof draftPlaceSchema>>

/** Whether another device than this one writes the draft. */
export const isHeldBy = (draft: DraftPlace | null, device: string): boolean =>
  Boolean(draft?.device) && draft?.device !== device

/** Names of the draft's files that are on other devices. */
export const missingOn = (draft: DraftPlace | null, device: string): string[] =>
  (draft?.files ?? []).filter((file) => file.device !== device).map(({ name }) => name)

/** Names of its files on this device. */
export const filesOn = (draft: DraftPlace | null, device: string): string[] =>
  (draft?.files ?? []).filter((file) => file.device === device).map(({ name }) => name)
