import type { Actor } from './permissions'
import type { Attachment } from './rows'

/** True for the uploader and for admins. Mirrors the database's policy. */
export const canDeleteAttachment = (
  actor: Actor | null,
  attachment: Pick<Attachment, 'uploaded_by'>,
): boolean => actor !== null && (actor.role === 'admin' || attachment.uploaded_by === actor.id)
