import { attachmentRejection, extensionOf } from './attachments'

/** Stands where files would be chosen in a workspace that takes none. */
export const NO_FILES_TEXT = 'This helpdesk does not take files.'

export interface Refusal {
  name: string
  reason: string
}

/**
 * Which of the files that were dropped, chosen or pasted are taken; the rest is cut off with its reason.
 * @param room how many the ticket still takes
 * @param maxBytes of one file
 */
export function takeFiles(
  offered: readonly File[],
  room: number,
  maxBytes: number,
): { taken: File[]; refused: Refusal[] } {
  const taken: File[] = []
  const refused: Refusal[] = []
  for (const file of offered) {
    const reason = attachmentRejection(file, maxBytes) ?? (taken.length < room ? null : 'Too many files')
    if (reason) refused.push({ name: file.name, reason })
    else taken.push(file)
  }
  return { taken, refused }
}

/** Pasted pictures all come as `image.png`; the time tells them apart. Other names stay. */
export function nameOfPasted(name: string, now: Date): string {
  if (!/^image\.\w+$/i.test(name)) return name
  const time = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `pasted-${time}${extensionOf(name)}`
}
