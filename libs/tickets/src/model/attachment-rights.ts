import type { Actor } from './permissions'
import type { Attachment } from './rows'

/** Who uploaded a file may take it away again, and an admin any. The database decides in the end. */
export const canDeleteAttachment = (
  actor: Actor | null,
  attachment: Pick<Attachment, 'uploaded_by'>,
): boolean => actor !== null && (actor.role === 'admin' || attachment.uploaded_by === actor.id)
