export const attachments = 'Attachments'
export const files = 'Files'
export const downloadFailed = (file: string) => `${file} could not be downloaded`
export const preview = (file: string) => `Preview ${file}`
export const removeFile = (file: string) => `Delete ${file}`
export const download = (file: string) => `Download ${file}`
export const deleteQuestion = 'Delete this file?'
export const cancel = 'Cancel'
export const deleting = 'Deleting...'
export const remove = 'Delete'
export const deleteText = (file: string) => `${file} will be deleted for everyone. You cannot undo this.`
