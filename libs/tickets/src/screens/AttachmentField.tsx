export interface AttachmentFieldProps {
  files: readonly File[]
  onChange: (files: File[]) => void
  disabled: boolean
}
export function AttachmentField(_props: AttachmentFieldProps) { return null }
