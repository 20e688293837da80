import { attachmentRejection, extensionOf } from './attachments'
import type { FileLimits } from './limits'
import * as texts from './upload-texts'

/** Shown instead of the file picker when the workspace accepts no files. */
export const NO_FILES_TEXT = texts.filesOff

export interface Refusal {
  name: string
  reason: string
}

/**
 * Splits dropped, chosen or pasted files into accepted and refused ones, with the reason.
 * @param room how many files the ticket can still hold
 * @param limits of the workspace
 */
export function takeFiles(
  offered: readonly File[],
  room: number,
  limits: FileLimits,
): { taken: File[]; refused: Refusal[] } {
  const taken: File[] = []
  const refused: Refusal[] = []
  for (const file of offered) {
    const reason = attachmentRejection(file, limits) ?? (taken.length < room ? null : texts.tooManyFiles)
    if (reason) refused.push({ name: file.name, reason })
    else taken.push(file)
  }
  return { taken, refused }
}

/** Browsers name every pasted picture `image.png`, so the time replaces that name. Other names stay. */
export function nameOfPasted(name: string, now: Date): string {
  if (!/^image\.\w+$/i.test(name)) return name
  const time = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `pasted-${time}${extensionOf(name)}`
}
