export const attachments = 'Attachments'
export const files = 'Files'
export const downloadFailed = (file: string) => `${file} could not be downloaded`
export const preview = (file: string) => `Preview ${file}`
export const removeFile = (file: string) => `Delete ${file}`
export const download = (file: string) => `Download ${file}`
