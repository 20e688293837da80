import { abortUpload } from '../uploads/run-uploads'
import { allUploads, changeUploads } from '../uploads/upload-state'

/** Ends the uploads of the page, as a reload does; what is stored on the device remains. */
export function forgetUploads(): void {
  for (const { key } of allUploads()) abortUpload(key)
  changeUploads(() => [])
}
