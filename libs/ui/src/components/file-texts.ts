export const fileType = 'File type'
export const tooManyFiles = 'Too many files'
export const dropFiles = 'Drag and drop files here, or click to select files'
export const selectedFiles = 'Selected files'
export const uploadFailed = 'Upload failed'
export const uploading = (file: string) => `Uploading ${file}`
export const retryFile = (file: string) => `Retry ${file}`
export const maxOneFile = (size: string) => `Maximum 1 file, up to ${size}`
export const maxFiles = (count: number, size: string) => `Maximum ${count} files, up to ${size} each`
export const fileTypeWrong = (types: string) => `File type must be ${types}`
export const fileTooLarge = (limit: string) => `File is too large: the limit is ${limit}`
export const fileTooSmall = (least: string) => `File is too small: it needs at least ${least}`
export const fileEmpty = 'File is too small: it is empty'
export const retry = 'Retry'
export const attachments = 'Attachments'
export const waiting = 'Waiting'
export const uploaded = 'Uploaded'
export const cancelled = 'Cancelled'
export const cancel = (file: string) => `Cancel ${file}`
export const remove = (file: string) => `Remove ${file}`
