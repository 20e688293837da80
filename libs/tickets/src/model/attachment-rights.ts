import type { Actor } from './permissions'
import type { Attachment } from './rows'

/** Uploaders may delete their own files, admins any. Mirrors the policy of the database. */
export const canDeleteAttachment = (
  actor: Actor | null,
  attachment: Pick<Attachment, 'uploaded_by'>,
): boolean => actor !== null && (actor.role === 'admin' || attachment.uploaded_by === actor.id)
