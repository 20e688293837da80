import type { Attachment } from 'postal-mime'

/**
 * What a part is besides a file: a mail or an invitation that is shown, encrypted content, and what a person has no use for:
 * the signature of a mail, and a wrapper whose content is among the parts.
 */
export type PartKind = 'mail' | 'calendar' | 'encrypted' | 'signature' | 'wrapper'

export type Part = Attachment & { kind?: PartKind }
